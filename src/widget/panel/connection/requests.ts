import type { VisitorFrame } from '#shared/site/frames.ts';

/** Milliseconds that a request may take which the engine answers at once. */
const REQUEST_TIME = 15_000;

/** Frames of one request. */
const MOST_FRAMES = 50;

/** A request without preflight, cookies or referrer. Rejects when `signal` aborts. */
export function post(address: string, content: unknown, signal: AbortSignal): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(content),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal,
  });
}

/** Sends frames by `POST /send`, in order: what is given during a request goes with the next one. */
export function createSender(base: string, onFailed: () => void, signal: AbortSignal) {
  let connection: string | undefined;
  const waiting: VisitorFrame[] = [];
  let isBusy = false;

  const run = async (): Promise<void> => {
    if (isBusy || connection === undefined) return;
    isBusy = true;
    while (waiting.length > 0 && !signal.aborted) {
      const frames = waiting.splice(0, MOST_FRAMES);
      const { ok } = await post(
        `${base}/send`,
        { connection, frames },
        AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIME)]),
      );
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
