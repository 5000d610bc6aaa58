/** Limits in the manner of a token bucket, for any number of keys, without a timer for any. */
export interface Buckets {
  /** takes one where there is one; gives the milliseconds until there is one again, 0 where it took one; what comes in so many seconds can be left in it */
  readonly take: (key: string, perSecond: number, leftSeconds?: number) => number;
  /** the same, without taking */
  readonly look: (key: string, perSecond: number) => number;
}

export interface BucketOptions {
  readonly monotonic: () => number;
  /** a bucket holds what comes in so many seconds */
  readonly burstSeconds: number;
  /** keys remembered at once: those that were idle longest are forgotten first, and begin anew with a full bucket */
  readonly remembered: number;
}

/** Milliseconds that sums of fractions may be off. */
const ROUNDING = 0.001;

/** One number a key: the moment at which its bucket will be full again (the generic cell rate algorithm). */
export function createBuckets({ monotonic, burstSeconds, remembered }: BucketOptions): Buckets {
  const fullAt = new Map<string, number>();

  const wait = (key: string, perSecond: number, now: number, leftSeconds = 0): number => {
    const full = Math.max(fullAt.get(key) ?? 0, now);
    const missing = full + 1000 / perSecond - (burstSeconds - leftSeconds) * 1000 - now;
    return missing > ROUNDING ? missing : 0;
  };
  return {
    look: (key, perSecond) => wait(key, perSecond, monotonic()),
    take: (key, perSecond, leftSeconds) => {
      const now = monotonic();
      const missing = wait(key, perSecond, now, leftSeconds);
      const full = Math.max(fullAt.get(key) ?? 0, now);
      // Written anew it stands last, so the first of the map is the one that was idle longest.
      fullAt.delete(key);
      fullAt.set(key, missing > 0 ? full : full + 1000 / perSecond);
      if (fullAt.size > remembered) forgetFirst(fullAt);
      return missing;
    },
  };
}

function forgetFirst(fullAt: Map<string, number>): void {
  const first = fullAt.keys().next();
  if (!first.done) fullAt.delete(first.value);
}
