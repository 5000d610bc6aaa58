import { required } from '#shared/contract/errors.ts';
import type { ParsedInput } from '#shared/contract/routes.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { ChatsOptions } from './chats.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { RatedPage, RatingInvitation } from '#main/store/reports/ratings.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';

export type ContactsOptions = Pick<ChatsOptions, 'store' | 'clock' | 'emit' | 'announce'>;

/** Manages customers' details besides their chats, and blocking. All reject with ContractError. */
export function createContacts({ store, clock, announce, emit }: ContactsOptions) {
  const reportChange = (customers: readonly Customer[]): void => {
    for (const customer of customers) emit('customer.changed', { customer });
    emit('contacts.changed', { customerIds: customers.map(({ id }) => id) });
  };
  const pickCustomer = (customers: readonly Customer[], customerId: string): Customer =>
    required(
      customers.find(({ id }) => id === customerId),
      'customer',
    );
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
      const { customers, closed } = await store.write('blockCustomer', { customerId, operatorId, at: clock.wall() });
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

export interface RatingsOptions extends ContactsOptions {
  /** undefined if the channel was removed */
  readonly channelName: (channelId: string) => string | undefined;
}

export function createRatings({ store, clock, announce, emit, channelName }: RatingsOptions) {
  const withShopName = (page: RatedPage | undefined) => page && { ...page, shop: channelName(page.channelId) };
  return {
    find: async (token: string) =>
      withShopName(await store.read('findRatingPage', { digest: digestOf(token), now: clock.wall() })),
    rate: async (token: string, answer: { readonly rate: number; readonly comment: string | undefined }) => {
      const { page, change } = await store.write('rateChat', {
        ...answer,
        asked: { digest: digestOf(token) },
        at: clock.wall(),
      });
      if (change !== undefined) {
        announce(change);
        emit('ratings.changed', {});
      }
      return withShopName(page);
    },
  };
}

/** A rating page at an unguessable address below the public one; the store keeps only its digest. */
export function newRatingInvitation(publicAddress: string, texts: RatingInvitation['texts']): RatingInvitation {
  const token = randomBytes(24).toString('base64url');
  return { digest: digestOf(token), address: `${withoutSlashes(publicAddress)}/rating/${token}`, texts };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
