/** Milliseconds: before the first attempt to connect again, and at most. */
interface Delays {
  readonly first: number;
  readonly longest: number;
}

/**
 * Milliseconds before the next attempt to connect, after so many that failed: doubled with each, and by chance between half
 * of that and all, so that not everybody comes back at once. `random`: between 0 and 1.
 */
export function growingDelay({ first, longest }: Delays, failures: number, random = Math.random): number {
  return Math.round(Math.min(longest, first * 2 ** failures) * (0.5 + random() / 2));
}
