import type { Contacts } from '#main/chats/contacts.ts';
import type { Store } from '#main/store/store.ts';
import type { contactRoutes } from '#shared/contract/contacts.ts';
import type { Handlers } from './router.ts';

/** Rows of a page where the caller names no number. */
const PAGE = 50;

export interface ContactHandlerOptions {
  readonly store: Pick<Store, 'read'>;
  readonly contacts: Contacts;
}

/** What is known of customers, who of them are one person, and who is not heard. */
export function contactHandlers({
  store,
  contacts,
}: ContactHandlerOptions): Pick<Handlers, keyof typeof contactRoutes> {
  return {
    'contacts.get': ({ customerId }) => store.read('getContact', { customerId }),
    'contacts.update': (change) => contacts.update(change),
    'contacts.find': async (input) => ({ contacts: [...(await store.read('findContacts', input))] }),
    'contacts.merge': (input, { operatorId }) => contacts.merge(operatorId, input),
    'contacts.separate': ({ customerId }) => contacts.separate(customerId),
    'customers.block': ({ customerId }, { operatorId }) => contacts.block(operatorId, customerId),
    'customers.unblock': ({ customerId }) => contacts.unblock(customerId),
    'customers.blocked': ({ cursor, limit }) => store.read('listBlocked', { cursor, limit: limit ?? PAGE }),
  };
}
