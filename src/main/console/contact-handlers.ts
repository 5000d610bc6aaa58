import type { Contacts } from '#main/chats/contacts.ts';
import type { Store } from '#main/store/store.ts';
import type { contactRoutes } from '#shared/contract/contacts.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { searchRoutes } from '#shared/contract/search.ts';
import type { tagRoutes } from '#shared/contract/tags.ts';
import type { Handlers } from './router.ts';

/** Rows of a page where the caller names no number, and of a page of what was found. */
const PAGE = 50;
const FOUND_PAGE = 20;

export interface ContactHandlerOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly contacts: Contacts;
  readonly emit: Emit;
}

/** What is known of customers, who of them are one person, and who is not heard; tags and words by which they and chats are found. */
export function contactHandlers({
  store,
  contacts,
  emit,
}: ContactHandlerOptions): Pick<
  Handlers,
  keyof typeof contactRoutes | keyof typeof tagRoutes | keyof typeof searchRoutes
> {
  const everywhere = <T>(result: T): T => {
    emit('tags.changed', { everywhere: true });
    return result;
  };
  return {
    'contacts.get': ({ customerId }) => store.read('getContact', { customerId }),
    'contacts.update': (change) => contacts.update(change),
    'contacts.find': async (input) => ({ contacts: [...(await store.read('findContacts', input))] }),
    'contacts.merge': (input, { operatorId }) => contacts.merge(operatorId, input),
    'contacts.separate': ({ customerId }) => contacts.separate(customerId),
    'customers.block': ({ customerId }, { operatorId }) => contacts.block(operatorId, customerId),
    'customers.unblock': ({ customerId }) => contacts.unblock(customerId),
    'customers.blocked': ({ cursor, limit }) => store.read('listBlocked', { cursor, limit: limit ?? PAGE }),
    'chats.setTags': async (input) => {
      const { chat, changed } = await store.write('setChatTags', input);
      if (changed) {
        // Not `announce`: to the chat, its bot and its customer nothing has happened.
        emit('chat.changed', { chat });
        emit('tags.changed', { everywhere: false });
      }
      return chat;
    },
    'tags.list': async () => ({ tags: await store.read('listTags') }),
    'tags.rename': async (input) => everywhere(await store.write('renameTag', input)),
    'tags.merge': async (input) => everywhere(await store.write('mergeTags', input)),
    'tags.remove': async (input) => {
      await store.write('removeTag', input);
      return everywhere({});
    },
    'search.messages': (search) => store.read('searchMessages', { ...search, limit: search.limit ?? FOUND_PAGE }),
    'search.customers': (search) => store.read('searchCustomers', { ...search, limit: search.limit ?? FOUND_PAGE }),
  };
}
