import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { Contact, Keep } from '#shared/contract/contacts.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { Announce } from './announce.ts';

/** What is known of customers beside their chats, and who of them is not heard. All reject with ContractError. */
export interface Contacts {
  readonly update: (change: {
    readonly customerId: string;
    readonly notes?: string | undefined;
    readonly tags?: readonly string[] | undefined;
  }) => Promise<Contact>;
  readonly merge: (
    operatorId: string,
    act: { readonly customerId: string; readonly otherId: string; readonly keep: Keep },
  ) => Promise<{ readonly contact: Contact; readonly mergedId: string }>;
  readonly separate: (customerId: string) => Promise<Contact>;
  /** closes their open chats */
  readonly block: (
    operatorId: string,
    customerId: string,
  ) => Promise<{ readonly customer: Customer; readonly closedChatIds: string[] }>;
  readonly unblock: (customerId: string) => Promise<Customer>;
}

export interface ContactsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly emit: Emit;
}

export function createContacts({ store, clock, announce, emit }: ContactsOptions): Contacts {
  const changed = (customers: readonly Customer[]): void => {
    for (const customer of customers) emit('customer.changed', { customer });
    emit('contacts.changed', { customerIds: customers.map(({ id }) => id) });
  };
  const ofCustomer = (customers: readonly Customer[], customerId: string): Customer => {
    const found = customers.find(({ id }) => id === customerId);
    if (found === undefined) throw new Error('a customer is not among those who share their card');
    return found;
  };
  return {
    update: async ({ notes, ...change }) => {
      const { contact, customerIds, tagsChanged } = await store.write('updateContact', {
        ...change,
        notes: notes?.toWellFormed(),
      });
      emit('contacts.changed', { customerIds });
      if (tagsChanged) emit('tags.changed', { everywhere: false });
      return contact;
    },
    merge: async (operatorId, act) => {
      const { contact, customers, mergedId } = await store.write('mergeContacts', {
        ...act,
        operatorId,
        at: clock.wall(),
      });
      changed(customers);
      return { contact, mergedId };
    },
    separate: async (customerId) => {
      const { contact, customers } = await store.write('separateContact', { customerId });
      changed(customers);
      return contact;
    },
    block: async (operatorId, customerId) => {
      const { customers, closed } = await store.write('blockCustomer', {
        customerId,
        operatorId,
        at: clock.wall(),
      });
      for (const change of closed) announce(change);
      changed(customers);
      emit('blocked.changed', {});
      return { customer: ofCustomer(customers, customerId), closedChatIds: closed.map(({ chat }) => chat.id) };
    },
    unblock: async (customerId) => {
      const customers = await store.write('unblockCustomer', { customerId });
      changed(customers);
      emit('blocked.changed', {});
      return ofCustomer(customers, customerId);
    },
  };
}
