/** The engine's source of time, so that tests can control it. */
export interface Clock {
  /** wall clock, milliseconds since 1970: for times that are shown or stored */
  readonly wall: () => number;
  /** monotonic milliseconds: for decisions */
  readonly monotonic: () => number;
  /** runs once after `delay` milliseconds; returns how to cancel it */
  readonly after: (delay: number, run: () => void) => () => void;
}

export const systemClock: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delay, run) => {
    const timer = setTimeout(run, Math.max(0, delay));
    return () => clearTimeout(timer);
  },
};

/** Milliseconds of the beat on which everything regular runs, so that it wakes the computer together. */
const BEAT = 30_000;
/** Share of a beat by which a timer may be early. */
const EARLY = 0.001;

/** Milliseconds until the last beat within `delay`; at least a beat's. */
export function untilBeat(clock: Pick<Clock, 'monotonic'>, delay: number): number {
  const now = clock.monotonic();
  return Math.floor((now + delay) / BEAT + EARLY) * BEAT - now;
}

/** The delay, on the beat if that is a minute or more. */
export function onBeat(clock: Pick<Clock, 'monotonic'>, delay: number): number {
  return delay < 2 * BEAT ? delay : untilBeat(clock, delay);
}

/** Runs once in `interval` milliseconds, on the beat if that is a minute or more; returns how to stop it. */
export function every(clock: Pick<Clock, 'after' | 'monotonic'>, interval: number, run: () => void): () => void {
  const next = (): (() => void) =>
    clock.after(onBeat(clock, interval), () => {
      cancel = next();
      run();
    });
  let cancel = next();
  return () => cancel();
}

/** Milliseconds between looks at the clock, and how late one is at least after a sleep. */
export const LOOK = 500;
export const SLEPT = 1000;

/**
 * Runs once after `delay` milliseconds awake; returns how to cancel it. macOS and Windows count the time that the
 * computer sleeps, too, so that all timers are due when it wakes: after a sleep the whole delay begins anew.
 */
export function afterAwake(clock: Pick<Clock, 'after' | 'monotonic'>, delay: number, run: () => void): () => void {
  const look = (left: number): (() => void) => {
    const step = Math.max(0, Math.min(left, LOOK));
    const begun = clock.monotonic();
    return clock.after(step, () => {
      const passed = clock.monotonic() - begun;
      if (passed - step > SLEPT) cancel = look(delay);
      else if (passed < left) cancel = look(left - passed);
      else run();
    });
  };
  let cancel = look(delay);
  return () => cancel();
}

/** Resolves after `delay` milliseconds awake, or once it is aborted. */
export async function pause(
  clock: Pick<Clock, 'after' | 'monotonic'>,
  delay: number,
  stop: AbortSignal,
): Promise<void> {
  if (delay <= 0 || stop.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      cancel();
      stop.removeEventListener('abort', done);
      resolve();
    };
    const cancel = afterAwake(clock, delay, done);
    stop.addEventListener('abort', done);
  });
}

/** Runs at most once in `delay` milliseconds, and once more after the last request. */
export function throttle(delay: number, clock: Pick<Clock, 'after' | 'monotonic'>, run: () => void) {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const now = (): void => {
    cancel?.();
    cancel = undefined;
    last = clock.monotonic();
    run();
  };
  return {
    /** runs at once */
    now,
    soon: (): void => {
      cancel ??= clock.after(Math.max(0, last + delay - clock.monotonic()), now);
    },
    stop: (): void => cancel?.(),
  };
}

/** Runs work one at a time in the order requested, whatever its outcomes. */
export class SerialQueue {
  #last: Promise<unknown> = DONE;

  /** settles as `work` does */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** resolves when all work requested so far is done */
  async idle(): Promise<void> {
    await this.#last;
  }
}

const DONE = Promise.resolve();
