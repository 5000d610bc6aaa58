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
