import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { RequestProblem } from './request-problem.ts';
import { subscriberOf } from './client-address.ts';
import type { ConnectionSettings } from '#shared/contract/connection.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** 0 or absent: unlimited. */
export type AdmissionLimits = ConnectionSettings['limits'];

/** Requests per second from one sender to unknown addresses: slow enough to make guessing hopeless. */
const UNKNOWN_PER_SECOND = 20;
const UNKNOWN_BURST_SECONDS = 5;
/** Burst allowed after a rest: an honest developer's sites may all open in the same minute. */
const BURST_SECONDS = 10;
/** Concurrent lookups of one client's addresses. */
const MAX_CONCURRENT_LOOKUPS = 20;
/** Share of a channel's allowance kept for addresses that have not used this much: a flood does not shut out others. */
const RESERVED_SECONDS = 5;
const OWN_SHARE = 1 / 4;
/**
 * Signs that are read out of the store for one customer, each second and at once after a rest; one client may read for
 * several. A page of fifty short messages is about 40,000.
 */
const READ_PER_CUSTOMER = 64 * 1024;
const READ_PER_ADDRESS = 4 * READ_PER_CUSTOMER;
const READ_BURST_SECONDS = 60;
/** About twenty megabytes, however many addresses an attacker has. */
const MAX_SENDERS = 50_000;
const KILOBYTE = 1024;

/** Too many requests; `retryAfter` in seconds. */
export class TooManyRequests extends RequestProblem {
  readonly retryAfter: number;

  constructor(wait: number, reason = phrase('errors:calls.tooMany'), code = 'too_many_requests') {
    super(429, code, reason);
    this.retryAfter = Math.max(1, Math.ceil(wait / 1000));
  }
}

/** Limits on what the listener accepts; each returns undefined if the request is admitted. */
export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission(monotonic: () => number) {
  const buckets = (burstSeconds: number) => createBuckets({ monotonic, burstSeconds, maxKeys: MAX_SENDERS });
  const requests = { ofAddress: buckets(BURST_SECONDS), ofChannel: createSharedBuckets(buckets) };
  const bytes = { ofAddress: buckets(BURST_SECONDS), ofChannel: createSharedBuckets(buckets) };
  const reads = buckets(READ_BURST_SECONDS);
  const misses = buckets(UNKNOWN_BURST_SECONDS);
  /** requests whose miss was counted before they were answered */
  const counted = new WeakSet<object>();
  const inTurn = createConcurrencyLimit(MAX_CONCURRENT_LOOKUPS);
  let limits: AdmissionLimits = UNLIMITED;

  return {
    /** undefined: nothing is counted */
    limit: (given: Partial<AdmissionLimits> | undefined) => {
      limits = given === undefined ? UNLIMITED : { ...UNLIMITED, ...given };
    },
    isLimited: () => limits !== UNLIMITED,
    /** any request of a client's, before its body; `announced` as in `announcedBytes` */
    fromAddress: (address: string, announced: number = 0) => {
      if (limits === UNLIMITED) return undefined;
      const sender = subscriberOf(address);
      const { perAddress, kilobytesPerAddress } = limits;
      return (
        refusalAfter(misses.peek(sender, UNKNOWN_PER_SECOND)) ??
        bodyRefusalAfter(bytes.ofAddress.peek(sender, kilobytesPerAddress * KILOBYTE, { amount: announced })) ??
        refusalAfter(requests.ofAddress.take(sender, perAddress))
      );
    },
    /** a request from this address to a channel, before its body */
    toChannel: (channelId: string, address: string, announced: number = 0) => {
      if (limits === UNLIMITED) return undefined;
      const sender = subscriberOf(address);
      const { perChannel, kilobytesPerChannel } = limits;
      return (
        bodyRefusalAfter(bytes.ofChannel('peek', channelId, sender, kilobytesPerChannel * KILOBYTE, announced)) ??
        refusalAfter(requests.ofChannel('take', channelId, sender, perChannel, 1))
      );
    },
    /** bytes of a body received from this address; counted whatever becomes of the request */
    receivedBytes: (address: string, amount: number) => {
      const { kilobytesPerAddress } = limits;
      if (kilobytesPerAddress === 0 || amount === 0) return undefined;
      const [sender, perSecond] = [subscriberOf(address), kilobytesPerAddress * KILOBYTE];
      if (bytes.ofAddress.take(sender, perSecond, { amount }) === 0) return undefined;
      bytes.ofAddress.spend(sender, perSecond, amount);
      return bodyRefusalAfter(bytes.ofAddress.peek(sender, perSecond, { amount }));
    },
    /** a complete body for a channel */
    receivedChannelBody: (channelId: string, address: string, amount: number) => {
      const { kilobytesPerChannel } = limits;
      const perSecond = kilobytesPerChannel * KILOBYTE;
      return bodyRefusalAfter(bytes.ofChannel('take', channelId, subscriberOf(address), perSecond, amount));
    },
    /** additional messages in the same request: all are admitted or none */
    extraMessages: (channelId: string, address: string, amount: number) => {
      if (amount === 0) return undefined;
      const sender = subscriberOf(address);
      const { perAddress, perChannel } = limits;
      const wait = Math.max(
        requests.ofAddress.peek(sender, perAddress, { amount }),
        requests.ofChannel('peek', channelId, sender, perChannel, amount),
      );
      if (wait > 0) return new TooManyRequests(wait, phrase('errors:calls.tooManyParts', { messages: amount + 1 }));
      requests.ofAddress.take(sender, perAddress, { amount });
      requests.ofChannel('take', channelId, sender, perChannel, amount);
      return undefined;
    },
    /** a customer's request for what is stored for them; what it costs is only known once it is read: `hasRead` */
    toRead: (customerId: string, address: string) => {
      if (limits === UNLIMITED) return undefined;
      return (
        refusalAfter(reads.peek(`of ${customerId}`, READ_PER_CUSTOMER)) ??
        refusalAfter(reads.peek(subscriberOf(address), READ_PER_ADDRESS))
      );
    },
    /** `amount`: signs of all that was read */
    hasRead: (customerId: string, address: string, amount: number): void => {
      if (limits === UNLIMITED) return;
      reads.spend(`of ${customerId}`, READ_PER_CUSTOMER, amount);
      reads.spend(subscriberOf(address), READ_PER_ADDRESS, amount);
    },
    /** limit on new chats per channel, enforced where chats are opened; undefined: unlimited */
    newChats: () =>
      limits.newChatsPerChannel === 0 ? undefined : { perMinute: limits.newChatsPerChannel, now: monotonic() },
    /** the client asked for something that does not exist; a request already counted by `lookUp` is not counted again */
    missed: (address: string, request?: object) => {
      if (limits !== UNLIMITED && !(request !== undefined && counted.has(request)))
        misses.take(subscriberOf(address), UNKNOWN_PER_SECOND);
    },
    /**
     * Resolves an unguessable address, a few at a time per client: of simultaneous guesses, those still queued are
     * refused when the others miss. A miss counts at once, however long its answer takes. Rejects with TooManyRequests.
     */
    lookUp: <T>(request: Pick<FastifyRequest, 'clientAddress'>, find: () => Promise<T>) => {
      if (limits === UNLIMITED) return find();
      const sender = subscriberOf(request.clientAddress);
      return inTurn(sender, async () => {
        const refusal = refusalAfter(misses.peek(sender, UNKNOWN_PER_SECOND));
        if (refusal !== undefined) throw refusal;
        const found = await find();
        if (found === undefined) {
          // Others were already running: the excess is owed.
          misses.spend(sender, UNKNOWN_PER_SECOND, 1);
          counted.add(request);
        }
        return found;
      });
    },
  };
}

const UNLIMITED: AdmissionLimits = {
  perAddress: 0,
  perChannel: 0,
  kilobytesPerAddress: 0,
  kilobytesPerChannel: 0,
  newChatsPerChannel: 0,
};

/** Runs work of the same name with limited concurrency, in order. */
function createConcurrencyLimit(most: number) {
  const turns = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(name) ?? { running: 0, waiting: [] };
    turns.set(name, turn);
    if (turn.running < most) turn.running += 1;
    else await new Promise<void>((resolve) => void turn.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = turn.waiting.shift();
      if (next !== undefined) next();
      else {
        turn.running -= 1;
        if (turn.running === 0) turns.delete(name);
      }
    }
  };
}

/** Bytes of body that a request's head announces: 0 without a body, 1 if the length is not stated. */
export function announcedBytes(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return 1;
  return Number(headers['content-length'] ?? 0);
}

/** One bucket for all senders to a channel; the last part of it is for senders that have used little themselves. */
function createSharedBuckets(buckets: (burstSeconds: number) => ReturnType<typeof createBuckets>) {
  const whole = buckets(BURST_SECONDS + RESERVED_SECONDS);
  const parts = buckets(BURST_SECONDS);
  return (how: 'peek' | 'take', channelId: string, sender: string, perSecond: number, amount: number): number => {
    const wait = parts[how](`${channelId} ${sender}`, perSecond * OWN_SHARE, { amount });
    return whole[how](channelId, perSecond, { amount, reserveSeconds: wait === 0 ? 0 : RESERVED_SECONDS });
  };
}

function refusalAfter(wait: number): TooManyRequests | undefined {
  return wait === 0 ? undefined : new TooManyRequests(wait);
}

function bodyRefusalAfter(wait: number): TooManyRequests | undefined {
  return wait === 0 ? undefined : new TooManyRequests(wait, phrase('errors:calls.tooManyBytes'));
}

interface Cost {
  /** default 1; above half of the bucket a half full one suffices and goes into debt: nothing is refused forever */
  readonly amount?: number;
  /** leaves this many seconds' worth in the bucket */
  readonly reserveSeconds?: number;
}

interface BucketOptions {
  readonly monotonic: () => number;
  /** seconds' worth that a bucket holds */
  readonly burstSeconds: number;
  /** keys remembered at once: the longest idle are forgotten first and start with a full bucket */
  readonly maxKeys: number;
}

/** Tolerance in milliseconds for rounding errors of sums. */
const ROUNDING = 0.001;

/**
 * Token buckets for any number of keys, without timers. One number per key: the time at which its bucket will be full
 * again (generic cell rate algorithm). A rate of 0 is no limit.
 */
export function createBuckets({ monotonic, burstSeconds, maxKeys }: BucketOptions) {
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
    const [oldest] = fullAt.size > maxKeys ? fullAt.keys() : [];
    if (oldest !== undefined) fullAt.delete(oldest);
  };
  return {
    /** `take` without taking; nothing is admitted whatever was taken before */
    peek: (key: string, perSecond: number, cost: Cost = {}): number => {
      const now = monotonic();
      return perSecond === 0 || cost.amount === 0 ? 0 : wait(fullTime(key, now), perSecond, now, cost);
    },
    /** takes the cost if available; returns the milliseconds until it is, or 0 if it was taken */
    take: (key: string, perSecond: number, cost: Cost = {}): number => {
      if (perSecond === 0) return 0;
      const now = monotonic();
      const full = fullTime(key, now);
      const missing = wait(full, perSecond, now, cost);
      set(key, missing > 0 ? full : full + ((cost.amount ?? 1) * 1000) / perSecond);
      return missing;
    },
    /** takes the cost in any case, for what can no longer be refused: the bucket may go into debt by its own size */
    spend: (key: string, perSecond: number, amount: number): void => {
      const now = monotonic();
      set(key, Math.min(fullTime(key, now) + (amount * 1000) / perSecond, now + 2 * burstSeconds * 1000));
    },
  };
}
