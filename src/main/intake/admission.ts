import { createBuckets } from './buckets.ts';
import { RequestProblem } from './request-problem.ts';
import { subscriberOf } from './subscriber.ts';

/** Requests a second; 0: as many as come. */
export interface AdmissionLimits {
  readonly perAddress: number;
  readonly perChannel: number;
}

/** Requests a second of one sender to addresses that there are not: slow enough for who guesses. */
const UNKNOWN_PER_SECOND = 20;
const UNKNOWN_BURST_SECONDS = 5;
/** So much may come at once after a rest: an honest integrator's sites may all open in the same minute. */
const BURST_SECONDS = 10;
/** Beyond that, a channel keeps so much for addresses that have not taken this part of it by themselves: one that floods does not shut out the others. */
const KEPT_SECONDS = 5;
const OWN_PART = 1 / 4;
/** About ten megabytes, however many addresses an attacker has. */
const SENDERS_REMEMBERED = 50_000;

/** Too many requests; `retryAfter` in seconds. */
export class TooManyRequests extends RequestProblem {
  readonly retryAfter: number;

  constructor(wait: number) {
    super(429, 'too_many_requests', 'There were too many requests. Send it again later.');
    this.retryAfter = Math.max(1, Math.ceil(wait / 1000));
  }
}

/** How many requests the listener takes: undefined where it takes this one too. */
export interface Admission {
  /** undefined: nothing is counted */
  readonly limit: (limits: AdmissionLimits | undefined) => void;
  readonly isLimited: () => boolean;
  /** any request of a client's */
  readonly fromAddress: (address: string) => TooManyRequests | undefined;
  /** a request from this address to a channel */
  readonly toChannel: (channelId: string, address: string) => TooManyRequests | undefined;
  /** the client asked for what there is not */
  readonly missed: (address: string) => void;
}

export function createAdmission(monotonic: () => number): Admission {
  const buckets = (burstSeconds: number) => createBuckets({ monotonic, burstSeconds, remembered: SENDERS_REMEMBERED });
  const addresses = buckets(BURST_SECONDS);
  const channels = buckets(BURST_SECONDS + KEPT_SECONDS);
  const parts = buckets(BURST_SECONDS);
  const misses = buckets(UNKNOWN_BURST_SECONDS);
  let limits: AdmissionLimits | undefined;

  return {
    limit: (given) => {
      limits = given;
    },
    isLimited: () => limits !== undefined,
    fromAddress: (address) => {
      if (limits === undefined) return undefined;
      const sender = subscriberOf(address);
      const wait = misses.look(sender, UNKNOWN_PER_SECOND);
      if (wait > 0) return new TooManyRequests(wait);
      return limits.perAddress === 0 ? undefined : refusalAfter(addresses.take(sender, limits.perAddress));
    },
    toChannel: (channelId, address) => {
      if (limits === undefined || limits.perChannel === 0) return undefined;
      const isModest = parts.take(`${channelId} ${subscriberOf(address)}`, limits.perChannel * OWN_PART) === 0;
      return refusalAfter(channels.take(channelId, limits.perChannel, isModest ? 0 : KEPT_SECONDS));
    },
    missed: (address) => {
      if (limits !== undefined) misses.take(subscriberOf(address), UNKNOWN_PER_SECOND);
    },
  };
}

function refusalAfter(wait: number): TooManyRequests | undefined {
  return wait === 0 ? undefined : new TooManyRequests(wait);
}
