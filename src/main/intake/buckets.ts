/** Limits in the manner of a token bucket, for any number of keys, without a timer for any. */
export interface Buckets {
  /** takes what it costs where there is so much; gives the milliseconds until there is, 0 where it took it */
  readonly take: (key: string, perSecond: number, cost?: Cost) => number;
  /** the same, without taking */
  readonly look: (key: string, perSecond: number, cost?: Cost) => number;
  /** takes it in any case, for what cannot be refused any more: the bucket may be left owing as much as it holds */
  readonly spend: (key: string, perSecond: number, amount: number) => void;
}

/** What asking costs. */
export interface Cost {
  /** 1 where it is not said. What is more than half of what a bucket holds is taken from a half full one, which is left owing the rest: nothing is refused for ever. */
  readonly amount?: number;
  /** what comes in so many seconds is left in it */
  readonly leftSeconds?: number;
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

  const wait = (full: number, perSecond: number, now: number, { amount = 1, leftSeconds = 0 }: Cost): number => {
    const holds = (burstSeconds - leftSeconds) * 1000;
    const missing = full + Math.min((amount * 1000) / perSecond, holds / 2) - holds - now;
    return missing > ROUNDING ? missing : 0;
  };
  const fullOf = (key: string, now: number): number => Math.max(fullAt.get(key) ?? 0, now);
  const set = (key: string, full: number): void => {
    // Written anew it stands last, so the first of the map is the one that was idle longest.
    fullAt.delete(key);
    fullAt.set(key, full);
    if (fullAt.size > remembered) forgetFirst(fullAt);
  };
  return {
    look: (key, perSecond, cost = {}) => {
      const now = monotonic();
      return wait(fullOf(key, now), perSecond, now, cost);
    },
    take: (key, perSecond, cost = {}) => {
      const now = monotonic();
      const full = fullOf(key, now);
      const missing = wait(full, perSecond, now, cost);
      set(key, missing > 0 ? full : full + ((cost.amount ?? 1) * 1000) / perSecond);
      return missing;
    },
    spend: (key, perSecond, amount) => {
      const now = monotonic();
      set(key, Math.min(fullOf(key, now) + (amount * 1000) / perSecond, now + 2 * burstSeconds * 1000));
    },
  };
}

function forgetFirst(fullAt: Map<string, number>): void {
  const first = fullAt.keys().next();
  if (!first.done) fullAt.delete(first.value);
}
