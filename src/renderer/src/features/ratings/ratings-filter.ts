import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { RouteInput } from '#shared/contract/routes.ts';

/** Who asked for the rating: anybody, `operator:<id>` or `bot:<id>`. */
export type AskedBy = 'anybody' | `operator:${string}` | `bot:${string}`;

export interface RatingsFilter {
  /** its id, or `all` */
  readonly channel: string;
  readonly askedBy: AskedBy;
  readonly stars: 'any' | '1' | '2' | '3' | '4' | '5';
}

export const EVERYTHING: RatingsFilter = { channel: 'all', askedBy: 'anybody', stars: 'any' };

interface RatingsView {
  readonly filter: RatingsFilter;
  readonly change: (changed: Partial<RatingsFilter>) => void;
}

/** The filters of ratings; kept on this device. */
export const useRatingsView = create<RatingsView>()(
  persist(
    (set) => ({
      filter: EVERYTHING,
      change: (changed) => set(({ filter }) => ({ filter: { ...filter, ...changed } })),
    }),
    { name: 'counterbell.ratings', version: 1 },
  ),
);

/** The input for the engine. */
export function toInput({
  channel,
  askedBy,
  stars,
}: RatingsFilter): Pick<RouteInput<'ratings.list'>, 'channelId' | 'operatorId' | 'botId' | 'rate'> {
  return {
    ...(channel !== 'all' && { channelId: channel }),
    ...(askedBy.startsWith('operator:') && { operatorId: askedBy.slice('operator:'.length) }),
    ...(askedBy.startsWith('bot:') && { botId: askedBy.slice('bot:'.length) }),
    ...(stars !== 'any' && { rate: Number(stars) }),
  };
}

/** The filter without a removed channel or bot. */
export function withoutRemoved(
  filter: RatingsFilter,
  channels: readonly string[],
  askers: readonly AskedBy[],
): RatingsFilter {
  return {
    ...filter,
    channel: channels.includes(filter.channel) ? filter.channel : EVERYTHING.channel,
    askedBy: askers.includes(filter.askedBy) ? filter.askedBy : EVERYTHING.askedBy,
  };
}

export function isEverything({ channel, askedBy, stars }: RatingsFilter): boolean {
  return channel === EVERYTHING.channel && askedBy === EVERYTHING.askedBy && stars === EVERYTHING.stars;
}
