import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { RatedPage, RatingInvitation } from '#main/store/transactions/ratings.ts';
import type { EngineEvent } from '#shared/contract/events.ts';
import type { Announce } from './announce.ts';

/** What the rating page asks: a page is known by the token in its address. */
export interface Ratings {
  readonly find: (token: string) => Promise<RatedPage | undefined>;
  readonly rate: (token: string, answer: { readonly rate: number; readonly comment: string | undefined }) => Promise<RatedPage | undefined>;
}

export function createRatings(options: { readonly store: Store; readonly clock: Clock; readonly announce: Announce; readonly emit: (event: EngineEvent) => void }): Ratings {
  const { store, clock, announce, emit } = options;
  return {
    find: (token) => store.read('findRatingPage', { digest: digestOf(token), now: clock.wall() }),
    rate: async (token, answer) => {
      const { page, change } = await store.write('rateChat', { ...answer, digest: digestOf(token), at: clock.wall() });
      if (change !== undefined) {
        announce(change);
        emit({ name: 'ratings.changed', data: {} });
      }
      return page;
    },
  };
}

/** A rating page at an unguessable address below where customers reach the listener; the store knows its digest only. */
export function newRatingInvitation(publicAddress: string): RatingInvitation {
  const token = randomBytes(24).toString('base64url');
  const address = `${publicAddress.replace(/\/+$/, '')}/rating/${token}`;
  return { digest: digestOf(token), text: `How did we do? Please rate this chat: ${address}` };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
