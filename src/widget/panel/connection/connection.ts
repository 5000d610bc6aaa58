import type { EngineFrame, VisitorFrame } from '#shared/site/frames.ts';
import type { KeptTexts } from '../../storage.ts';
import { WIRE_KINDS, type OpenWire, type WireKind, type Wire } from './wire.ts';

/** Milliseconds: until a way counts as blocked; without a byte; between attempts. */
const OPENING = 5000;
const LONGEST_SILENCE = 55_000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Failures in a row after which the next way is tried. */
const FAILURES = 2;

export interface ConnectionOptions {
  /** `{home}/site/{publicId}` */
  readonly base: string;
  readonly wires: Readonly<Record<WireKind, OpenWire>>;
  /** remembers the best way that worked in this visit */
  readonly kept: KeptTexts;
  readonly key: string;
  /** the first frame, made at each attempt */
  readonly hello: () => VisitorFrame;
  readonly onFrame: (frame: EngineFrame) => void;
  readonly onState: (isConnected: boolean) => void;
  /** calls back when trying at once makes sense: the network is back, or the page is visible again */
  readonly onWake: (wake: () => void) => () => void;
}

export interface Connection {
  /** nothing is kept for later: what must not be lost is in the outbox */
  readonly send: (frame: VisitorFrame) => void;
  /** says hello again, on a new connection */
  readonly renew: () => void;
  readonly close: () => void;
}

/** Keeps one connection to the engine, by the best way that opens, with growing delays between attempts. */
export function keepConnection(options: ConnectionOptions): Connection {
  const { base, wires, kept, key, hello, onFrame, onState, onWake } = options;
  let wire: Wire | undefined;
  let isWelcome = false;
  let isClosed = false;
  let way = rememberedWay(kept.get(key));
  let failures = 0;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = (): void => {
    clearTimeout(timer);
    isWelcome = false;
    const mine = wires[way](base, hello(), {
      onFrame: (frame) => {
        if (mine !== wire) return;
        watch(LONGEST_SILENCE);
        if (frame.kind === 'ping') return mine.send({ kind: 'pong' });
        if (frame.kind === 'welcome') welcomed();
        if (frame.kind === 'gone' && frame.what === 'connection') return lost(mine);
        onFrame(frame);
      },
      onClosed: () => lost(mine),
    });
    wire = mine;
    watch(OPENING);
  };

  /** Gives the connection up if nothing comes for so long. */
  const watch = (time: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (wire === undefined) return;
      // Without an answer at all the way is blocked: no second try.
      if (!isWelcome) failures = FAILURES;
      lost(wire);
    }, time);
  };

  const welcomed = (): void => {
    isWelcome = true;
    failures = 0;
    attempts = 0;
    const known = kept.get(key);
    if (known === undefined || WIRE_KINDS.indexOf(way) < WIRE_KINDS.indexOf(rememberedWay(known))) kept.set(key, way);
    onState(true);
  };

  const lost = (which: Wire): void => {
    if (isClosed || which !== wire) return;
    wire.close();
    wire = undefined;
    clearTimeout(timer);
    const wasWelcome = isWelcome;
    isWelcome = false;
    onState(false);
    if (wasWelcome) way = rememberedWay(kept.get(key));
    else failures += 1;
    if (failures >= FAILURES && navigator.onLine) return next();
    wait();
  };

  /** After the last way it is the best one's turn again: the engine was away. */
  const next = (): void => {
    failures = FAILURES - 1;
    const following = WIRE_KINDS[WIRE_KINDS.indexOf(way) + 1];
    way = following ?? rememberedWay(kept.get(key));
    if (following === undefined) {
      failures = 0;
      wait();
    } else connect();
  };

  const wait = (): void => {
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts);
    attempts += 1;
    timer = setTimeout(connect, longest * (0.5 + Math.random() / 2));
  };

  const forgetWake = onWake(() => {
    if (wire !== undefined || isClosed) return;
    attempts = 0;
    connect();
  });
  connect();
  return {
    send: (frame) => {
      if (isWelcome) wire?.send(frame);
    },
    renew: () => {
      if (wire !== undefined) wire.close();
      wire = undefined;
      onState(false);
      connect();
    },
    close: () => {
      isClosed = true;
      forgetWake();
      clearTimeout(timer);
      wire?.close();
      wire = undefined;
    },
  };
}

function rememberedWay(known: string | undefined): WireKind {
  return WIRE_KINDS.find((way) => way === known) ?? WIRE_KINDS[0];
}
