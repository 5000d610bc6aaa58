const AGAIN = [30_000, 60_000, 120_000, 300_000] as const;

/** Milliseconds before the bell rings when it rang `times` times: at first a moment, in which a chat that is being looked at counts as read; then later and later. */
export function ringDelay(times: number): number {
  return times === 0 ? 1200 : (AGAIN[Math.min(times, AGAIN.length) - 1] ?? 300_000);
}
