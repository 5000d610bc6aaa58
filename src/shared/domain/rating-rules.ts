/** Placeholder for the address of the page in a request for a rating. */
export const RATING_LINK = '{link}';

/** Milliseconds for which a rating page can be answered, and for which an answer can be changed. */
const PAGE_LIFETIME = 7 * 24 * 60 * 60 * 1000;
const CHANGE_WINDOW = 24 * 60 * 60 * 1000;

/** `open`: not answered yet; `answered`: the answer can be changed; `settled`: the answer is final; `expired`: too late */
export type RatingState = 'open' | 'answered' | 'settled' | 'expired';

/** Times are milliseconds, wall clock: the page outlives restarts. */
export function ratingState(
  request: { readonly askedAt: number; readonly firstRatedAt: number | undefined },
  now: number,
): RatingState {
  if (request.firstRatedAt !== undefined) return now < request.firstRatedAt + CHANGE_WINDOW ? 'answered' : 'settled';
  return now < request.askedAt + PAGE_LIFETIME ? 'open' : 'expired';
}
