import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { pause } from '#main/clock/clock.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import {
  type Asked,
  type BoxItem,
  BoxTrouble,
  type BoxTroubleCode,
  type createBoxClient,
  type Given,
} from './box-client.ts';
import type { Seal } from './seal.ts';

/** Milliseconds between looks at the counter: while something comes in, later, and at most. */
const LOOKS = { busy: 1000, quiet: 5000 } as const;
/** Milliseconds after the last item in which more is expected. */
const BUSY = 60_000;
/** Milliseconds between exchanges in which nothing is said: they show that we are there. */
const HEARTBEAT = 30_000;
/** Milliseconds before the next attempt. */
const RETRIES = { first: 2000, longest: 60_000 } as const;
/** Milliseconds that a stop waits for the website to know of it. */
const FAREWELL = 3000;

export interface LetterboxStatus {
  readonly state: 'starting' | 'open' | 'broken';
  /** why nothing comes from there; absent: it does */
  readonly trouble?: BoxTroubleCode | undefined;
  /** what the website's server can do, as it last said */
  readonly server?: Pick<Given, 'php' | 'store' | 'sealed'> | undefined;
}

export interface LetterboxOptions {
  readonly client: ReturnType<typeof createBoxClient>;
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
  let status: LetterboxStatus = { state: 'starting' };
  /** what was given last is on our disk up to `ack` */
  let has = { ack: 0, of: 0 };
  let seen: string | undefined;
  let lastItemAt = Number.NEGATIVE_INFINITY;
  let lastExchangeAt = Number.NEGATIVE_INFINITY;
  let wake = new AbortController();
  /** as last said; kept until it is known that it arrived */
  let saying: Asked | undefined;
  /** SHA-256 of the window that the website has */
  let shown: string | undefined;

  const become = (next: LetterboxStatus): void => {
    const isChanged = next.state !== status.state || next.trouble !== status.trouble;
    status = { server: status.server, ...next };
    if (isChanged) options.onStatus();
  };
  const exchange = async (online: boolean): Promise<Given> => {
    const said: Asked = saying?.online === online ? { ...saying, ...has } : await toSay(online);
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
      become({ state: 'open', server: { php: given.php, store: given.store, sealed: given.sealed } });
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
      let wait: number = clock.monotonic() - lastItemAt < BUSY ? LOOKS.busy : LOOKS.quiet;
      try {
        if (await isDue()) await exchangeAll();
        failures = 0;
      } catch (error) {
        wait = growingDelay(RETRIES, failures);
        failures += 1;
        seen = undefined;
        lastExchangeAt = Number.NEGATIVE_INFINITY;
        if (error instanceof BoxTrouble) become({ state: 'broken', trouble: error.code });
        else log.warn({ err: error }, 'what waits on the website could not be taken');
      }
      await pause(clock, wait, AbortSignal.any([stopped.signal, wake.signal]));
    }
  };
  const running = run();

  return {
    status: (): LetterboxStatus => status,
    /** an answer is to be said: it is not waited any longer */
    hurry: (): void => wake.abort(),
    /** what is said besides has changed */
    say: (): void => {
      lastExchangeAt = Number.NEGATIVE_INFINITY;
      wake.abort();
    },
    /** tells the website that nobody is there, if that is quick */
    stop: async (): Promise<void> => {
      stopped.abort();
      await running;
      if (status.state !== 'open') return;
      saying = undefined;
      const farewell = exchange(false).then(
        () => undefined,
        () => undefined,
      );
      await Promise.race([farewell, new Promise<void>((resolve) => clock.after(FAREWELL, resolve))]);
    },
  };
}

export type Letterbox = ReturnType<typeof startLetterbox>;
