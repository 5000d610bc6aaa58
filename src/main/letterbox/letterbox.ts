import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { pause } from '#main/clock/clock.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import type { LetterboxView } from '#shared/contract/letterboxes.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import { isDeepStrictEqual } from 'node:util';
import { type Asked, type BoxItem, BoxTrouble, type createBoxClient, type Given } from './box-client.ts';
import type { Seal } from './seal.ts';

/** Milliseconds between looks at the counter: while something comes in, later, and at most. */
const LOOKS = { busy: 1000, quiet: 6000 } as const;
/** Milliseconds after the last item in which more is expected. */
const BUSY = 60_000;
/** Milliseconds between exchanges in which nothing is said: they show that we are there. */
const HEARTBEAT = 30_000;
/** Milliseconds since another app has spoken with it in which that is said: apps speak more often. */
const SHARED = 120_000;
/** Milliseconds before the next attempt. */
const RETRIES = { first: 2000, longest: 60_000 } as const;
/** Milliseconds that a stop waits for the website to know of it, and to have emptied itself. */
const FAREWELL = { stopped: 3000, emptied: 10_000 } as const;

export type LetterboxStatus = Omit<LetterboxView, 'channelId' | 'url'>;

export interface LetterboxOptions {
  readonly client: Pick<ReturnType<typeof createBoxClient>, 'exchange' | 'look' | 'isExposed'>;
  readonly seal: Seal;
  /** takes what waited there; once this resolves it is on our disk. Rejects if that is impossible at the moment */
  readonly take: (item: BoxItem, body: Buffer) => Promise<void>;
  /** what is said besides: asked before each exchange */
  readonly say: () => Promise<Pick<Asked, 'channels' | 'replies' | 'out' | 'window'>>;
  /** true while something waits to be said that cannot wait for more */
  readonly hasNews: () => boolean;
  /** what was said has arrived */
  readonly onSaid: (said: Pick<Asked, 'replies' | 'out'>) => void;
  readonly onStatus: () => void;
  readonly clock: SettledClock;
  readonly log: Logger;
}

/** Fetches what waits on a website, and brings there what the app says, until it is stopped. */
export function startLetterbox(options: LetterboxOptions) {
  const { client, seal, take, say, hasNews, onSaid, clock, log } = options;
  const stopped = new AbortController();
  let status: LetterboxStatus = { state: 'starting', since: clock.wall() };
  /** what was given last is on our disk up to `ack` */
  let has = { ack: 0, of: 0 };
  let seen: string | undefined;
  let lastItemAt = Number.NEGATIVE_INFINITY;
  let lastExchangeAt = Number.NEGATIVE_INFINITY;
  let sharedAt = Number.NEGATIVE_INFINITY;
  let wake = new AbortController();
  /** those who wait for the next attempt to end: one under way may have asked before what they want to know */
  const looked: (() => void)[] = [];
  /** as last said; kept until it is known that it arrived */
  let saying: Asked | undefined;
  /** undefined: not known yet, or to be looked at again */
  let isExposed: boolean | undefined;
  /** SHA-256 of the window that the website has */
  let shown: string | undefined;

  const become = (next: Omit<LetterboxStatus, 'since'>): void => {
    const since = next.state === status.state ? status.since : clock.wall();
    const before = status;
    status = { server: status.server, ...next, since };
    if (!isDeepStrictEqual(before, status)) options.onStatus();
  };
  const exchange = async (online: boolean, empty?: true): Promise<Given> => {
    const said: Asked = { ...(saying?.online === online ? { ...saying, ...has } : await toSay(online)), empty };
    saying = said;
    const given = await client.exchange(said);
    saying = undefined;
    shown = given.window;
    lastExchangeAt = clock.monotonic();
    onSaid(said);
    return given;
  };
  const toSay = async (online: boolean): Promise<Asked> => {
    const { window, ...others } = await say();
    const isShown = window === undefined || shown === createHash('sha256').update(window).digest('hex');
    return {
      ...others,
      ...has,
      batch: randomUUID(),
      online,
      seal: seal.publicKey,
      ...(!isShown && { window }),
    };
  };
  const takeAll = async ({ items, of }: Given): Promise<void> => {
    has = { ack: 0, of };
    for (const item of items) {
      const body = seal.open(item.body);
      // Nobody can ever read it: what comes after it must not wait for that.
      if (body === undefined)
        log.error({ item: item.n }, 'what was sealed on the website is not for this installation');
      else await take(item, body);
      has = { ack: item.n, of };
      lastItemAt = clock.monotonic();
    }
  };
  /** Says and fetches until nothing is left on either side. What is acknowledged last is said the next time. */
  const exchangeAll = async (): Promise<void> => {
    for (let more = true; more && !stopped.signal.aborted;) {
      const given = await exchange(true);
      isExposed ??= await client.isExposed();
      const server = { php: given.php, store: given.store, sealed: given.sealed, exposed: isExposed };
      if (given.isShared) sharedAt = clock.monotonic();
      const isShared = clock.monotonic() - sharedAt < SHARED;
      become(isShared ? { state: 'broken', trouble: 'shared', server } : { state: 'open', server });
      await takeAll(given);
      more = given.more || hasNews();
    }
  };
  const isDue = async (): Promise<boolean> => {
    if (hasNews() || clock.monotonic() - lastExchangeAt >= HEARTBEAT) return true;
    const counter = await client.look();
    const isNew = counter !== seen;
    seen = counter;
    return isNew;
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped.signal.aborted;) {
      wake = new AbortController();
      const lookers = looked.splice(0);
      let wait: number = clock.monotonic() - lastItemAt < BUSY ? LOOKS.busy : LOOKS.quiet;
      try {
        if (await isDue()) await exchangeAll();
        failures = 0;
      } catch (error) {
        wait = growingDelay(RETRIES, failures);
        failures += 1;
        seen = undefined;
        lastExchangeAt = Number.NEGATIVE_INFINITY;
        if (error instanceof BoxTrouble) become({ state: 'broken', trouble: error.code, httpStatus: error.status });
        else log.warn({ err: error }, 'what waits on the website could not be taken');
      }
      lookers.forEach((tell) => tell());
      await pause(clock, wait, AbortSignal.any([stopped.signal, wake.signal]));
    }
    looked.splice(0).forEach((tell) => tell());
  };
  const running = run();
  const sayNow = (): void => {
    lastExchangeAt = Number.NEGATIVE_INFINITY;
    wake.abort();
  };
  const end = async (empty: boolean): Promise<boolean> => {
    stopped.abort();
    await running;
    if (status.state !== 'open' && status.trouble !== 'shared') return false;
    saying = undefined;
    const farewell = async (): Promise<true> => {
      for (let more = empty; more;) {
        const given = await exchange(true);
        await takeAll(given);
        more = given.more;
      }
      await exchange(false, empty || undefined);
      return true;
    };
    const late = new Promise<false>((resolve) =>
      clock.after(empty ? FAREWELL.emptied : FAREWELL.stopped, () => resolve(false)),
    );
    return Promise.race([farewell().catch(() => false), late]);
  };
  let ending: Promise<boolean> | undefined;

  return {
    status: (): LetterboxStatus => status,
    /** an answer is to be said: it is not waited any longer */
    hurry: (): void => wake.abort(),
    /** what is said besides has changed */
    say: sayNow,
    /** looks now; resolves once the website has answered, or has not */
    look: (): Promise<void> =>
      new Promise((resolve) => {
        if (stopped.signal.aborted) return resolve();
        looked.push(resolve);
        isExposed = undefined;
        sayNow();
      }),
    /**
     * Tells the website that nobody is there, if that is quick; `empty`: that it is to delete all that it keeps, once
     * that is here. Resolves to whether it knows.
     */
    stop: (empty = false): Promise<boolean> => (ending ??= end(empty)),
  };
}

export type Letterbox = ReturnType<typeof startLetterbox>;
