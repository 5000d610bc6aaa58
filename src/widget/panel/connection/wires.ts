import type { EngineFrame, VisitorFrame } from '#shared/site/frames.ts';
import { attempt } from '../../storage.ts';
import { toJson } from '../json.ts';
import { randomHex } from './base64url.ts';

/** What a wire says itself, if the website keeps the frames meanwhile. */
export type WireFrame =
  | EngineFrame
  /** the website keeps the message, rating or end until the engine is on */
  | { readonly kind: 'kept'; readonly id: string }
  /** the engine is off, or on again */
  | { readonly kind: 'off'; readonly isOff: boolean };

/** One connection to the engine. */
export interface Wire {
  readonly send: (frame: VisitorFrame) => void;
  readonly close: () => void;
}

/** Callbacks of a wire; whoever closed it ignores what still arrives on it. */
export interface WireListener {
  readonly onFrame: (frame: WireFrame) => void;
  /** the engine answered without a frame */
  readonly onHeard: () => void;
  /** it is over, or never opened */
  readonly onClosed: () => void;
}

/** Opens a connection at an address and says hello, with what is known by then. */
export type OpenWire = (base: string, hello: () => VisitorFrame, listener: WireListener) => Wire;

/** A way to the engine. */
export interface Way {
  /** by which it is remembered */
  readonly name: string;
  readonly open: OpenWire;
}

/** Milliseconds: a request that the engine answers at once; a poll, which it answers after at most 25 seconds. */
export const REQUEST_TIME = 15_000;
const LONGEST_POLL = 40_000;

/** Frames of one request. */
const MOST_FRAMES = 50;

/** A WebSocket: one JSON frame per message. */
export const openSocket: OpenWire = (base, hello, { onFrame, onClosed }) => {
  // The page's policy may forbid it.
  const socket = attempt(() => new WebSocket(`${base.replace(/^http/, 'ws')}/connect`));
  if (socket === undefined) queueMicrotask(onClosed);
  socket?.addEventListener('open', () => socket.send(toJson(hello())));
  socket?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') for (const frame of framesIn(data)) onFrame(frame);
  });
  socket?.addEventListener('close', onClosed);
  return {
    send: (frame) => {
      if (socket?.readyState === 1) socket.send(toJson(frame));
    },
    close: () => socket?.close(),
  };
};

/**
 * One request after the other, each answered with the frames so far. What the window says goes by `POST /send`, in
 * order: what is given during a request goes with the next one. Each says hello, because it may be the first that this
 * process of the engine hears of the window.
 */
export const openPoll: OpenWire = (base, hello, { onFrame, onHeard, onClosed }) => {
  const stop = new AbortController();
  const { signal } = stop;
  const wire = randomHex(16);
  /** as the process that answered last calls it */
  let connection: string | undefined;
  const waiting: VisitorFrame[] = [];
  let isSending = false;
  /** of the question that waits for news */
  let asking = new AbortController();
  const close = (): void => {
    stop.abort();
    asking.abort();
  };
  const end = (): void => {
    if (signal.aborted) return;
    close();
    onClosed();
  };
  const sendWaiting = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0 && !signal.aborted) {
      const frames = waiting.splice(0, MOST_FRAMES);
      const answer = await post(`${base}/send`, toJson({ hello: hello(), wire, frames }), signal, REQUEST_TIME);
      if (!answer.ok) throw new Error('not accepted');
      for (const frame of framesIn(await answer.text())) {
        if (signal.aborted) return;
        onFrame(frame);
        // It waits where the visitor is not known yet.
        if (frame.kind === 'token') asking.abort();
      }
    }
    isSending = false;
  };
  /** undefined: it was aborted */
  const ask = async (address: string, question: string, of: AbortSignal) => {
    try {
      const answer = await post(address, question, of, LONGEST_POLL);
      return { ok: answer.ok, text: await answer.text() };
    } catch (error) {
      if (of.aborted) return undefined;
      throw error;
    }
  };
  const read = async (): Promise<void> => {
    /** frames received on the connection: what an answer that got lost had is sent again */
    let after = 0;
    do {
      asking = new AbortController();
      const question = toJson({ hello: hello(), wire, connection, after });
      const answer = await ask(`${base}/poll`, question, asking.signal);
      if (answer === undefined) continue;
      if (!answer.ok) return;
      const frames = framesIn(answer.text);
      onHeard();
      for (const frame of frames) {
        if (signal.aborted) return;
        if (frame.kind === 'read') ({ connection, upTo: after } = frame);
        else onFrame(frame);
      }
    } while (!signal.aborted && connection !== undefined);
  };
  void read().then(end, end);
  return {
    send: (frame) => {
      waiting.push(frame);
      void sendWaiting().catch(end);
    },
    close,
  };
};

/** A request without preflight or referrer, and without cookies unless `credentials` say so. Rejects when `signal` aborts, or after `time` milliseconds. */
export function post(
  address: string,
  body: string,
  signal: AbortSignal,
  time: number,
  credentials: RequestCredentials = 'omit',
): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body,
    credentials,
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: within(time, signal),
  });
}

/** Aborts like `signal`, or after `time` milliseconds. */
export function within(time: number, signal: AbortSignal): AbortSignal {
  // Safari can do this since 17.4; without it, silence ends the connection, only later.
  return 'any' in AbortSignal ? AbortSignal.any([signal, AbortSignal.timeout(time)]) : signal;
}

/** The frames in a text; none if it cannot be read. */
export function framesIn(text: string): readonly EngineFrame[] {
  const read = attempt(() => JSON.parse(text) as EngineFrame | EngineFrame[]);
  return read === undefined ? [] : [read].flat();
}
