import { subscriberOf } from '#main/intake/subscriber.ts';

/** Failed attempts that one address has in a window. */
const ATTEMPTS = 10;
const WINDOW = 60_000;
/** Addresses remembered at once; the oldest are forgotten first. */
const REMEMBERED = 10_000;

export interface Throttle {
  /** milliseconds this address has to wait before its next attempt; 0: none */
  readonly wait: (address: string) => number;
  readonly failed: (address: string) => void;
}

/** Slows down who guesses access keys: ten wrong ones a minute from one address. */
export function createThrottle(monotonic: () => number): Throttle {
  const attempts = new Map<string, { readonly since: number; count: number }>();

  const current = (source: string): { readonly since: number; count: number } | undefined => {
    const found = attempts.get(source);
    if (found === undefined || monotonic() - found.since < WINDOW) return found;
    attempts.delete(source);
    return undefined;
  };

  return {
    wait: (address) => {
      const found = current(subscriberOf(address));
      return found === undefined || found.count < ATTEMPTS ? 0 : found.since + WINDOW - monotonic();
    },
    failed: (address) => {
      const source = subscriberOf(address);
      const found = current(source);
      if (found !== undefined) {
        found.count += 1;
        return;
      }
      const oldest = attempts.keys().next();
      if (attempts.size >= REMEMBERED && !oldest.done) attempts.delete(oldest.value);
      attempts.set(source, { since: monotonic(), count: 1 });
    },
  };
}
