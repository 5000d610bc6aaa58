/** Token buckets for any number of keys, without timers. */
export interface Buckets {
  /** takes the cost if available; returns the milliseconds until it is, or 0 if it was taken */
  readonly take: (key: string, perSecond: number, cost?: Cost) => number;
  /** the same without taking */
  readonly peek: (key: string, perSecond: number, cost?: Cost) => number;
  /** takes the cost in any case, for what can no longer be refused: the bucket may go into debt by its own size */
  readonly spend: (key: string, perSecond: number, amount: number) => void;
}

/** The cost of a request. */
export interface Cost {
  /** default 1; above half of the bucket a half full one suffices and goes into debt: nothing is refused forever */
  readonly amount?: number;
  /** leaves this many seconds' worth in the bucket */
  readonly reserveSeconds?: number;
}

export interface BucketOptions {
  readonly monotonic: () => number;
  /** seconds' worth that a bucket holds */
  readonly burstSeconds: number;
  /** keys remembered at once: the longest idle are forgotten first and start with a full bucket */
  readonly maxKeys: number;
}

/** Tolerance in milliseconds for rounding errors of sums. */
const ROUNDING = 0.001;

/** One number per key: the time at which its bucket will be full again (generic cell rate algorithm). */
export function createBuckets({ monotonic, burstSeconds, maxKeys }: BucketOptions): Buckets {
  const fullAt = new Map<string, number>();

  const wait = (full: number, perSecond: number, now: number, { amount = 1, reserveSeconds = 0 }: Cost): number => {
    const holds = (burstSeconds - reserveSeconds) * 1000;
    const missing = full + Math.min((amount * 1000) / perSecond, holds / 2) - holds - now;
    return missing > ROUNDING ? missing : 0;
  };
  const fullTime = (key: string, now: number): number => Math.max(fullAt.get(key) ?? 0, now);
  const set = (key: string, full: number): void => {
    // Reinserted at the end, so the first key of the map is the longest idle.
    fullAt.delete(key);
    fullAt.set(key, full);
    if (fullAt.size > maxKeys) evictOldest(fullAt);
  };
  return {
    peek: (key, perSecond, cost = {}) => {
      const now = monotonic();
      return wait(fullTime(key, now), perSecond, now, cost);
    },
    take: (key, perSecond, cost = {}) => {
      const now = monotonic();
      const full = fullTime(key, now);
      const missing = wait(full, perSecond, now, cost);
      set(key, missing > 0 ? full : full + ((cost.amount ?? 1) * 1000) / perSecond);
      return missing;
    },
    spend: (key, perSecond, amount) => {
      const now = monotonic();
      set(key, Math.min(fullTime(key, now) + (amount * 1000) / perSecond, now + 2 * burstSeconds * 1000));
    },
  };
}

function evictOldest(fullAt: Map<string, number>): void {
  const first = fullAt.keys().next();
  if (!first.done) fullAt.delete(first.value);
}
