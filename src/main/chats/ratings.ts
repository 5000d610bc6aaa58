import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { RatedPage, RatingInvitation } from '#main/store/subjects/ratings.ts';
import type { Emit } from '#shared/contract/events.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import type { Announce } from './chats.ts';

/** The channel's name, which is the shop's as customers see it. */
export type ShownPage = RatedPage & { readonly shop: string | undefined };

/** Rating pages, identified by the token in their address. */
export interface Ratings {
  readonly find: (token: string) => Promise<ShownPage | undefined>;
  readonly rate: (
    token: string,
    answer: { readonly rate: number; readonly comment: string | undefined },
  ) => Promise<ShownPage | undefined>;
}

export interface RatingsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly emit: Emit;
  /** undefined if the channel was removed */
  readonly channelName: (channelId: string) => string | undefined;
}

export function createRatings({ store, clock, announce, emit, channelName }: RatingsOptions): Ratings {
  const withShopName = (page: RatedPage | undefined): ShownPage | undefined =>
    page && { ...page, shop: channelName(page.channelId) };
  return {
    find: async (token) =>
      withShopName(await store.read('findRatingPage', { digest: digestOf(token), now: clock.wall() })),
    rate: async (token, answer) => {
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

/**
 * A rating page at an unguessable address below the public one; the store keeps only its digest. Without an address if
 * that one is only this computer's, where no customer could open the page.
 */
export function newRatingInvitation(publicAddress: string, texts: RatingInvitation['texts']): RatingInvitation {
  const token = randomBytes(24).toString('base64url');
  const isOpen = !isLoopback(new URL(publicAddress).hostname);
  const address = isOpen ? `${withoutSlashes(publicAddress)}/rating/${token}` : undefined;
  return { digest: digestOf(token), address, texts };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
