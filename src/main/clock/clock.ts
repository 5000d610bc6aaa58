/** Time as the engine sees it, so that tests can hold it still. */
export interface Clock {
  /** wall clock, milliseconds since 1970: for what people read and what is stored */
  readonly wall: () => number;
  /** monotonic milliseconds: for what decides */
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
