import type { FastifyReply } from 'fastify';
import type { Clock } from '#main/clock/clock.ts';
import type { EngineFrame } from '#shared/site/frames.ts';
import type { Session } from './session.ts';
import type { Carrier } from './visitors.ts';

/** Milliseconds for which a poll waits, and for which its connection stays between two. */
const POLL = 25_000;
const FORGOTTEN = 60_000;
/** Frames that wait for a poll. */
const MOST_QUEUED = 1000;

/** A session whose frames are fetched. */
export interface Polled {
  readonly session: Session;
  /** what there is, or else what comes next; none when the time is up, or when it is asked for again meanwhile */
  readonly next: (response: FastifyReply['raw']) => Promise<readonly EngineFrame[]>;
  readonly close: () => void;
}

/** `onClose` is called once, by whatever it was closed. */
export function createPolled(
  clock: Clock,
  open: (carrier: Carrier) => { readonly session: Session; readonly close: () => void },
  onClose: () => void,
): Polled {
  let queue: EngineFrame[] = [];
  let wake: (() => void) | undefined;
  let cancelForget = (): void => undefined;
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    cancelForget();
    opened.close();
    onClose();
    wake?.();
  };
  const forgetLater = (): void => {
    cancelForget();
    cancelForget = clock.after(FORGOTTEN, close);
  };
  const opened = open({
    send: (frame) => {
      if (isClosed) return;
      if (queue.push(frame) > MOST_QUEUED) return close();
      wake?.();
    },
    // It ends by itself when nobody polls.
    beat: () => true,
    close,
  });
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
    session: opened.session,
    next: async (response) => {
      if (!isClosed) forgetLater();
      // One at a time: otherwise one window could hold as many connections as it likes.
      wake?.();
      if (queue.length === 0 && !isClosed) await waited(response);
      const frames = queue;
      queue = [];
      return frames;
    },
    close,
  };
}
