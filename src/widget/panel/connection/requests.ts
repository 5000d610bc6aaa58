import type { EngineFrame, VisitorFrame } from '#shared/site/frames.ts';
import type { Wire, WireListener } from './wire.ts';

/** Milliseconds that a request may take which the engine answers at once. */
const REQUEST_TIME = 15_000;

/** Frames of one request. */
const MOST_FRAMES = 50;

/**
 * A connection made of requests: `read` receives what the engine says until that is over, and what the window says goes
 * by requests of their own.
 */
export function openByRequests(
  base: string,
  { onFrame, onClosed }: WireListener,
  read: (receive: (frame: EngineFrame) => void, signal: AbortSignal) => Promise<void>,
): Wire {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (): void => {
    if (signal.aborted) return;
    stop.abort();
    onClosed();
  };
  const sender = createSender(base, end, signal);
  const receive = (frame: EngineFrame): void => {
    if (signal.aborted) return;
    if (frame.kind === 'welcome' && frame.connection !== undefined) sender.name(frame.connection);
    onFrame(frame);
  };
  void read(receive, signal).then(end, end);
  return { send: sender.send, close: () => stop.abort() };
}

/** A request without preflight, cookies or referrer. Rejects when `signal` aborts, or after `time` milliseconds. */
export function post(address: string, content: unknown, signal: AbortSignal, time?: number): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(content),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // Safari can do this since 17.4; without it, silence ends the connection, only later.
    signal: time !== undefined && 'any' in AbortSignal ? AbortSignal.any([signal, AbortSignal.timeout(time)]) : signal,
  });
}

/** Sends frames by `POST /send`, in order: what is given during a request goes with the next one. */
function createSender(base: string, onFailed: () => void, signal: AbortSignal) {
  let connection: string | undefined;
  const waiting: VisitorFrame[] = [];
  let isBusy = false;

  const run = async (): Promise<void> => {
    if (isBusy || connection === undefined) return;
    isBusy = true;
    while (waiting.length > 0 && !signal.aborted) {
      const frames = waiting.splice(0, MOST_FRAMES);
      const { ok } = await post(`${base}/send`, { connection, frames }, signal, REQUEST_TIME);
      if (!ok) throw new Error('not accepted');
    }
    isBusy = false;
  };
  const start = (): void => void run().catch(onFailed);

  return {
    /** the connection's name, from its welcome */
    name: (given: string): void => {
      connection = given;
      start();
    },
    send: (frame: VisitorFrame): void => {
      waiting.push(frame);
      start();
    },
  };
}
