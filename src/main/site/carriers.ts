import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import type { Clock } from '#main/clock/clock.ts';
import type { EngineFrame } from '#shared/site/frames.ts';

/** Transport of a session's frames. */
export interface Carrier {
  send(frame: EngineFrame): void;
  /** lets the window take what was sent, then ends; it connects again */
  close(): void;
  /** ends at once: nobody is there any more */
  cut(): void;
  /** true if the window answers pings; otherwise it asks for frames by itself */
  readonly isPinged: boolean;
}

/** Bytes that wait for a window that reads too slowly. */
const MAX_BUFFERED = 1024 * 1024;
/** Milliseconds for a window to take what was sent before its connection is cut. */
const CLOSING = 1000;

const TRY_AGAIN_LATER = 1013;

/** Over a WebSocket. */
export class SocketCarrier implements Carrier {
  readonly isPinged = true;
  readonly #socket: WebSocket;
  readonly #clock: Clock;

  constructor(socket: WebSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
  }

  send(frame: EngineFrame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED) return this.cut();
    this.#socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.#socket.close(TRY_AGAIN_LATER);
    // A window that does not answer must not hold up a stop.
    this.#clock.after(CLOSING, () => this.cut());
  }

  cut(): void {
    this.#socket.terminate();
  }
}

/** Milliseconds for which a poll waits, and for which its connection stays between two. */
const POLL = 25_000;
const FORGOTTEN = 60_000;
/** Frames that wait for a poll. */
const MAX_QUEUED_FRAMES = 1000;

/** What answers the window's own frames: it goes with the request that brought them, which may be all of this window that comes here. */
const ANSWERS: ReadonlySet<string> = new Set<EngineFrame['kind']>([
  'accepted',
  'refused',
  'rated',
  'history',
  'token',
  'gone',
]);

/** Carries frames that the window fetches. It ends by itself when nobody does. */
export type PolledCarrier = ReturnType<typeof createPolled>;

/** `onClose` is called once, by whatever it was closed. */
export function createPolled(clock: Clock, onClose: () => void) {
  /** those that the window may not have: an answer can get lost, and browsers repeat such requests by themselves */
  let queue: readonly EngineFrame[] = [];
  /** number of frames before these, and number of frames answered */
  let before = 0;
  let answered = 0;
  let latest = 0;
  /** of the request under way that brings frames */
  let answers: EngineFrame[] | undefined;
  let wake: (() => void) | undefined;
  let cancelForget = (): void => undefined;
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    cancelForget();
    onClose();
    wake?.();
  };
  const forgetLater = (): void => {
    cancelForget();
    cancelForget = clock.after(FORGOTTEN, close);
  };
  forgetLater();
  const waited = (response: ServerResponse): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        cancel();
        response.off('close', done);
        if (wake === done) wake = undefined;
        resolve();
      };
      const cancel = clock.after(POLL, done);
      response.on('close', done);
      wake = done;
    });
  return {
    isPinged: false,
    send: (frame: EngineFrame): void => {
      if (isClosed) return;
      if (answers !== undefined && ANSWERS.has(frame.kind)) return void answers.push(frame);
      queue = [...queue, frame];
      if (queue.length > MAX_QUEUED_FRAMES) return close();
      wake?.();
    },
    close,
    cut: close,
    /** returns what answers the frames that `say` brings; whatever else happens meanwhile waits for a poll */
    answersTo: async (say: () => Promise<void>): Promise<readonly EngineFrame[]> => {
      const own: EngineFrame[] = [];
      answers = own;
      try {
        await say();
      } finally {
        if (answers === own) answers = undefined;
      }
      return own;
    },
    /**
     * returns the frames after the first `after` (absent: after those answered before), or else those that come next;
     * none when the time is up, or when it is called again meanwhile. `upTo`: the number of frames until then
     */
    next: async (response: ServerResponse, after = answered) => {
      if (!isClosed) forgetLater();
      const has = Math.min(Math.max(Math.trunc(after), before), answered);
      queue = queue.slice(has - before);
      before = has;
      // One at a time: otherwise one window could hold as many connections as it likes.
      latest += 1;
      const ownCall = latest;
      wake?.();
      if (queue.length === 0 && !isClosed) await waited(response);
      if (ownCall !== latest) return { frames: [], upTo: before };
      answered = before + queue.length;
      return { frames: queue, upTo: answered };
    },
  } satisfies Carrier & { readonly next: unknown; readonly answersTo: unknown };
}
