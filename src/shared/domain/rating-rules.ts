/** Stands in the request for a rating where the address of the page goes. */
export const RATING_LINK = '{link}';

/** How long a rating page waits for its answer, and how long an answer may be changed, in milliseconds. */
const PAGE_LIFE = 7 * 24 * 60 * 60 * 1000;
const CHANGE_LIFE = 24 * 60 * 60 * 1000;

/** `open`: waits for an answer; `answered`: has one that may be changed; `settled`: has one for good; `expired`: too late */
export type RatingState = 'open' | 'answered' | 'settled' | 'expired';

/** Times are milliseconds, wall clock: the page outlives restarts. */
export function ratingState(
  request: { readonly askedAt: number; readonly firstRatedAt: number | undefined },
  now: number,
): RatingState {
  if (request.firstRatedAt !== undefined) return now < request.firstRatedAt + CHANGE_LIFE ? 'answered' : 'settled';
  return now < request.askedAt + PAGE_LIFE ? 'open' : 'expired';
}
