import type { Clock } from './clock.ts';

/** Runs at most once in `delay` milliseconds, and once more after the last request. */
export function throttle(
  delay: number,
  clock: Pick<Clock, 'after' | 'monotonic'>,
  run: () => void,
): { readonly soon: () => void; readonly stop: () => void } {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const now = (): void => {
    cancel = undefined;
    last = clock.monotonic();
    run();
  };
  return {
    soon: () => {
      cancel ??= clock.after(Math.max(0, last + delay - clock.monotonic()), now);
    },
    stop: () => cancel?.(),
  };
}
