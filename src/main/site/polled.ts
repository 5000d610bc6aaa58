import type { FastifyReply } from 'fastify';
import type { Clock } from '#main/clock/clock.ts';
import type { EngineFrame } from '#shared/site/frames.ts';
import type { Carrier } from './session.ts';

/** Milliseconds for which a poll waits, and for which its connection stays between two. */
const POLL = 25_000;
const FORGOTTEN = 60_000;
/** Frames that wait for a poll. */
const MAX_QUEUED_FRAMES = 1000;

/** Carries frames that the window fetches. It ends by itself when nobody does. */
export interface PolledCarrier extends Carrier {
  /**
   * what there is after the first `after` frames (absent: after those answered before), or else what comes next; none
   * when the time is up, or when it is asked for again meanwhile
   */
  readonly next: (response: FastifyReply['raw'], after?: number) => Promise<readonly EngineFrame[]>;
}

/** `onClose` is called once, by whatever it was closed. */
export function createPolled(clock: Clock, onClose: () => void): PolledCarrier {
  /** those that the window may not have: an answer can get lost, and browsers repeat such requests by themselves */
  let queue: readonly EngineFrame[] = [];
  /** how many there were before them, and how many were answered */
  let before = 0;
  let answered = 0;
  let latest = 0;
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
  const waited = (response: FastifyReply['raw']): Promise<void> =>
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
    send: (frame) => {
      if (isClosed) return;
      queue = [...queue, frame];
      if (queue.length > MAX_QUEUED_FRAMES) return close();
      wake?.();
    },
    close,
    cut: close,
    next: async (response, after = answered) => {
      if (!isClosed) forgetLater();
      const has = Math.min(Math.max(Math.trunc(after), before), answered);
      queue = queue.slice(has - before);
      before = has;
      // One at a time: otherwise one window could hold as many connections as it likes.
      latest += 1;
      const mine = latest;
      wake?.();
      if (queue.length === 0 && !isClosed) await waited(response);
      if (mine !== latest) return [];
      answered = before + queue.length;
      return queue;
    },
  };
}
