import type { Clock } from './clock.ts';

/** A clock that stands still until a test advances it. */
export interface FakeClock extends Clock {
  /** advances time; due timers run in order, and what they await gets its turn */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** pending timers */
  readonly waiting: () => number;
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  const timers = new Set<Timer>();
  let now = 0;

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const next = (until: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];

  return {
    wall: () => start + now,
    monotonic: () => now,
    after: (delay, run) => {
      const timer = { due: now + Math.max(0, delay), run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: async (milliseconds) => {
      const until = now + milliseconds;
      await settle();
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer);
        now = timer.due;
        timer.run();
        await settle();
      }
      now = until;
      await settle();
    },
    waiting: () => timers.size,
  };
}
