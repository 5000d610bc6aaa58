import { required } from '#shared/contract/errors.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { ChatsOptions } from './chats.ts';

export type ContactsOptions = Pick<ChatsOptions, 'store' | 'clock' | 'emit' | 'touch' | 'announce'>;

/** Manages customers' details besides their chats, and blocking. All reject with ContractError. */
export function createContacts({ store, clock, announce, emit, touch }: ContactsOptions) {
  const reportChange = (customers: readonly Customer[]): void => {
    for (const customer of customers) emit('customer.changed', { customer });
    touch('contacts');
  };
  const pickCustomer = (customers: readonly Customer[], customerId: string): Customer =>
    required(
      customers.find(({ id }) => id === customerId),
      'customer',
    );
  return {
    update: async ({ notes, ...change }: ParsedInput<'contacts.update'>) => {
      const { contact, tagsChanged } = await store.write('updateContact', {
        ...change,
        notes: notes?.toWellFormed(),
      });
      touch('contacts');
      if (tagsChanged) touch('tags');
      return contact;
    },
    merge: async (operatorId: string, act: ParsedInput<'contacts.merge'>) => {
      const { contact, customers, mergedId } = await store.write('mergeContacts', {
        ...act,
        operatorId,
        at: clock.wall(),
      });
      reportChange(customers);
      return { contact, mergedId };
    },
    separate: async (customerId: string) => {
      const { contact, customers } = await store.write('separateContact', { customerId });
      reportChange(customers);
      return contact;
    },
    /** closes their open chats */
    block: async (operatorId: string, customerId: string) => {
      const { customers, closed } = await store.write('blockCustomer', { customerId, operatorId, at: clock.wall() });
      for (const change of closed) announce(change);
      reportChange(customers);
      touch('blocked');
      return { customer: pickCustomer(customers, customerId), closedChatIds: closed.map(({ chat }) => chat.id) };
    },
    unblock: async (customerId: string) => {
      const customers = await store.write('unblockCustomer', { customerId });
      reportChange(customers);
      touch('blocked');
      return pickCustomer(customers, customerId);
    },
  };
}
