import { subscriberOf } from '#main/intake/subscriber.ts';

/** Wrong keys that one address may try in a window before it is told to wait. */
const ATTEMPTS = 10;
const WINDOW = 60_000;
/** Addresses remembered at once; the oldest are forgotten first. */
const REMEMBERED = 10_000;

export interface Throttle {
  /** notes a wrong key of this address; gives the milliseconds that it has to wait with its next one, 0: none */
  readonly failed: (address: string) => number;
}

/** Counts wrong access keys, ten a minute of one address. Right ones are not its business: they are never refused. */
export function createThrottle(monotonic: () => number): Throttle {
  const attempts = new Map<string, { readonly since: number; count: number }>();

  return {
    failed: (address) => {
      const source = subscriberOf(address);
      const now = monotonic();
      const found = attempts.get(source);
      if (found !== undefined && now - found.since < WINDOW) {
        found.count += 1;
        return found.count <= ATTEMPTS ? 0 : found.since + WINDOW - now;
      }
      // Written anew it stands last, so the first of the map is the oldest.
      attempts.delete(source);
      const oldest = attempts.keys().next();
      if (attempts.size >= REMEMBERED && !oldest.done) attempts.delete(oldest.value);
      attempts.set(source, { since: now, count: 1 });
      return 0;
    },
  };
}
