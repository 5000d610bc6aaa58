import type { Clock } from '#main/clock/clock.ts';

const KEPT = 1000;

/** Asks again a second after the last answer: what asks costs a write, and anyone may look at the health. */
export function askedOnceASecond(
  ask: () => Promise<boolean>,
  { monotonic }: Pick<Clock, 'monotonic'>,
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askAgainAt = 0;
  return () => {
    if (answer === undefined || monotonic() >= askAgainAt) {
      askAgainAt = Infinity;
      answer = ask().finally(() => {
        askAgainAt = monotonic() + KEPT;
      });
    }
    return answer;
  };
}
