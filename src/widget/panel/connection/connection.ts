import { growingDelay } from '#shared/domain/growing-delay.ts';
import type { VisitorFrame } from '#shared/site/frames.ts';
import type { TextStorage } from '../../storage.ts';
import type { Way, Wire, WireFrame } from './wires.ts';

/** Milliseconds: until a way counts as blocked; without a sign of the engine, also after a message; between attempts. */
const OPENING = 5000;
const LONGEST_SILENCE = 55_000;
const LONGEST_ANSWER = 15_000;
const WAITS = { first: 1000, longest: 30_000 } as const;

/** Milliseconds after which a ping of the engine is late. */
const LATE_PING = 30_000;

/** Milliseconds between looks at the clock: timers stand still while the computer sleeps. */
const LOOK = 5000;

/** Failures in a row after which the next way is tried. */
const FAILURES = 2;

export interface ConnectionOptions {
  /** `{home}/site/{publicId}`, or the website's folder */
  readonly base: string;
  /** the best first */
  readonly ways: readonly Way[];
  /** remembers the best way that worked in this visit */
  readonly storage: TextStorage;
  readonly key: string;
  /** the first frame, made at each attempt */
  readonly hello: () => VisitorFrame;
  readonly onFrame: (frame: WireFrame) => void;
  readonly onState: (isConnected: boolean) => void;
  /** calls back when trying at once makes sense: the page is visible again, or `isOnline`: the network is back */
  readonly onWake: (wake: (isOnline: boolean) => void) => () => void;
}

export type Connection = ReturnType<typeof keepConnection>;

/** Keeps one connection to the engine, by the best way that opens, with growing delays between attempts. */
export function keepConnection(options: ConnectionOptions) {
  const { base, ways, storage, key, hello, onFrame, onState } = options;
  let wire: Wire | undefined;
  let isWelcome = false;
  /** the best of the ways that has worked; only one that is not the first is stored */
  let best = ways.findIndex(({ name }) => name === storage.get(key));
  const preferred = (): number => Math.max(0, best);
  /** of the ways */
  let way = preferred();
  let failures = 0;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** by the wall clock: when the engine was last heard, and when to give up or try again if nothing happens before */
  let heardAt = 0;
  let due = 0;

  const connect = (): void => {
    isWelcome = false;
    const ownWire = ways[way]?.open(base, hello, {
      onFrame: (frame) => {
        if (ownWire !== wire) return;
        heard();
        if (frame.kind === 'ping') return ownWire?.send({ kind: 'pong' });
        // While it is off, its website takes everything in.
        if (frame.kind === 'welcome' || (frame.kind === 'off' && frame.isOff)) welcomed();
        if (frame.kind === 'gone' && frame.what === 'connection') return lost();
        onFrame(frame);
      },
      onHeard: () => {
        if (ownWire === wire) heard();
      },
      onClosed: () => {
        if (ownWire === wire) lost();
      },
    });
    wire = ownWire;
    after(OPENING);
  };

  const heard = (): void => {
    heardAt = Date.now();
    due = heardAt + LONGEST_SILENCE;
  };

  /** Gives the connection up, or connects, unless something happens before. */
  const after = (time: number): void => {
    due = Date.now() + time;
    look();
  };
  const look = (): void => {
    clearTimeout(timer);
    // The clock may have been set back.
    due = Math.min(due, Date.now() + LONGEST_SILENCE);
    const left = due - Date.now();
    if (left > 0) {
      timer = setTimeout(look, Math.min(left, LOOK));
      return;
    }
    if (wire === undefined) return connect();
    // Without an answer at all the way is blocked: no second try.
    if (!isWelcome) failures = FAILURES;
    lost();
  };

  const welcomed = (): void => {
    isWelcome = true;
    failures = 0;
    attempts = 0;
    if (best < 0 || way < best) {
      best = way;
      if (way > 0 || storage.get(key) !== undefined) storage.set(key, ways[way]?.name);
    }
    onState(true);
  };

  const lost = (): void => {
    wire?.close();
    wire = undefined;
    clearTimeout(timer);
    const wasWelcome = isWelcome;
    isWelcome = false;
    onState(false);
    if (wasWelcome) way = preferred();
    else failures += 1;
    if (failures >= FAILURES && navigator.onLine) return next();
    wait();
  };

  /** After the last way it is the best one's turn again: the engine was away. */
  const next = (): void => {
    failures = FAILURES - 1;
    const isLast = way + 1 >= ways.length;
    way = isLast ? preferred() : way + 1;
    if (isLast) {
      failures = 0;
      wait();
    } else connect();
  };

  const wait = (): void => {
    after(growingDelay(WAITS, attempts));
    attempts += 1;
  };

  const renew = (): void => {
    if (wire !== undefined) onState(false);
    wire?.close();
    wire = undefined;
    connect();
  };

  const forgetWake = options.onWake((isOnline) => {
    // What is open belongs to a network that was gone, or to a time before a sleep.
    const isStale = isWelcome && (isOnline || Date.now() - heardAt > LATE_PING);
    if (wire !== undefined && !isStale) return;
    attempts = 0;
    renew();
  });
  connect();
  return {
    /** nothing is kept for later: what must not be lost is in the outbox */
    send: (frame: VisitorFrame): void => {
      if (!isWelcome) return;
      wire?.send(frame);
      if ('id' in frame) due = Math.min(due, Date.now() + LONGEST_ANSWER);
    },
    /** says hello again, on a new connection */
    renew,
    close: (): void => {
      forgetWake();
      clearTimeout(timer);
      wire?.close();
      wire = undefined;
    },
  };
}

/** Calls back when the page is visible again or, with `isOnline`, the network is back. Returns how to stop. */
export function onWake(wake: (isOnline: boolean) => void): () => void {
  const stop = new AbortController();
  addEventListener('online', () => wake(true), stop);
  const whenVisible = (): void => {
    if (!document.hidden) wake(false);
  };
  document.addEventListener('visibilitychange', whenVisible, stop);
  return () => stop.abort();
}
