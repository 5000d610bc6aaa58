import type { Clock } from '#main/clock/clock.ts';

/** Milliseconds for which a page outlives its closed window: whoever opens it again soon finds it at once. */
export const KEPT = 5 * 60_000;

/**
 * Ends the page of a window that stays closed to the tray: it is asked, and agrees once nothing in it would be lost.
 * Until then it is asked again.
 */
export function createRelease({
  clock,
  ask,
  release,
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly ask: () => void;
  readonly release: () => void;
}) {
  let cancelTimer = (): void => undefined;
  let isAsked = false;

  const wait = (): void => {
    cancelTimer = clock.after(KEPT, () => {
      isAsked = true;
      wait();
      ask();
    });
  };
  const stop = (): void => {
    cancelTimer();
    isAsked = false;
  };
  return {
    /** the window was closed to the tray */
    hidden: (): void => {
      stop();
      wait();
    },
    /** it is on the screen again, or gone */
    stop,
    /** the page can go */
    agreed: (): void => {
      if (!isAsked) return;
      stop();
      release();
    },
  };
}
