import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { Announce } from './chats.ts';

export interface ContactsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly emit: Emit;
}

/** What is known of customers besides their chats, and who is blocked. All reject with ContractError. */
export function createContacts({ store, clock, announce, emit }: ContactsOptions) {
  const reportChange = (customers: readonly Customer[]): void => {
    for (const customer of customers) emit('customer.changed', { customer });
    emit('contacts.changed', { customerIds: customers.map(({ id }) => id) });
  };
  const pickCustomer = (customers: readonly Customer[], customerId: string): Customer => {
    const found = customers.find(({ id }) => id === customerId);
    if (found === undefined) throw new Error('a customer is not among those who share their card');
    return found;
  };
  return {
    update: async ({ notes, ...change }: ParsedInput<'contacts.update'>) => {
      const { contact, customerIds, tagsChanged } = await store.write('updateContact', {
        ...change,
        notes: notes?.toWellFormed(),
      });
      emit('contacts.changed', { customerIds });
      if (tagsChanged) emit('tags.changed', { everywhere: false });
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
      const { customers, closed } = await store.write('blockCustomer', {
        customerId,
        operatorId,
        at: clock.wall(),
      });
      for (const change of closed) announce(change);
      reportChange(customers);
      emit('blocked.changed', {});
      return { customer: pickCustomer(customers, customerId), closedChatIds: closed.map(({ chat }) => chat.id) };
    },
    unblock: async (customerId: string) => {
      const customers = await store.write('unblockCustomer', { customerId });
      reportChange(customers);
      emit('blocked.changed', {});
      return pickCustomer(customers, customerId);
    },
  };
}
