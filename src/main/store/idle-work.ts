/** Milliseconds from the beginning, in which a program that starts has the processor for itself. */
const BEGINNING = 3_000;
/** Milliseconds without a request after which a thread is taken to be idle. */
const QUIET = 50;
/** Milliseconds between two steps, so that what is asked meanwhile has its turn. */
const BETWEEN_STEPS = 4;
/** Milliseconds until work that failed is tried again. */
const RECOVERY = 30_000;

export interface IdleWork {
  /** something is asked of the thread: the work waits until it is idle again */
  readonly interrupt: () => void;
  readonly stop: () => void;
}

/** Does work in small steps while nothing is asked of this thread, from a moment after its beginning on. A step resolves with whether there is more to do. */
export function workWhileIdle(step: () => Promise<boolean>): IdleWork {
  const begun = performance.now();
  const quietFor = (): number => Math.max(QUIET, BEGINNING - (performance.now() - begun));
  let next: NodeJS.Timeout | undefined;
  const plan = (wait: number): void => {
    clearTimeout(next);
    const mine = setTimeout(() => {
      // A disk that takes nothing is told of by the next request; this can wait.
      const after = step().then(
        (isMore) => (isMore ? BETWEEN_STEPS : undefined),
        () => RECOVERY,
      );
      void after.then((pause) => {
        if (next === mine && pause !== undefined) plan(pause);
      });
    }, wait);
    next = mine;
  };
  plan(quietFor());
  return {
    interrupt: () => plan(quietFor()),
    stop: () => {
      clearTimeout(next);
      next = undefined;
    },
  };
}
