import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';

const HOUR = 60 * 60 * 1000;
/** A little more than the time within which an equal message is a repeat. */
const POSTS_KEPT = 25 * HOUR;

/** Forgets, every hour, what is no longer needed. */
export function startUpkeep({ store, clock, log }: { readonly store: Store; readonly clock: Clock; readonly log: Logger }): { readonly stop: () => void } {
  let cancel = (): void => undefined;
  const run = (): void => {
    store.write('forgetAcceptedPosts', { before: clock.wall() - POSTS_KEPT }).catch((error: unknown) => log.warn({ err: error }, 'upkeep failed'));
    cancel = clock.after(HOUR, run);
  };
  cancel = clock.after(HOUR, run);
  return { stop: () => cancel() };
}
