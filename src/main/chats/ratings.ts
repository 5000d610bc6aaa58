import type { RatedPage } from '#main/store/reports/ratings.ts';
import type { ChatsOptions } from './chats.ts';
import { digestOf } from './rating-invitation.ts';

export interface RatingsOptions extends Pick<ChatsOptions, 'store' | 'clock' | 'touch' | 'announce'> {
  /** undefined if the channel was removed */
  readonly channelName: (channelId: string) => string | undefined;
}

/** The pages on which customers rate, and their answers. */
export function createRatings({ store, clock, announce, touch, channelName }: RatingsOptions) {
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
        touch('ratings');
      }
      return withShopName(page);
    },
  };
}
