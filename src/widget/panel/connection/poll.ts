import type { EngineFrame } from '#shared/site/frames.ts';
import { createSender, post } from './requests.ts';
import { framesIn, type OpenWire } from './wire.ts';

/** Milliseconds: the engine answers a poll after at most 25 seconds. */
const LONGEST_POLL = 40_000;

/** One request after the other, each answered with the frames so far. */
export const openPoll: OpenWire = (base, hello, { onFrame, onClosed }) => {
  const stop = new AbortController();
  const end = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    onClosed();
  };
  const sender = createSender(base, end, stop.signal);
  let connection: string | undefined;
  /** frames received: what an answer that got lost had is sent again */
  let after = 0;
  const receive = (frame: EngineFrame): void => {
    if (frame.kind === 'welcome' && frame.connection !== undefined) {
      connection = frame.connection;
      sender.name(connection);
    }
    onFrame(frame);
  };
  const run = async (): Promise<void> => {
    do {
      const question = connection === undefined ? { hello } : { connection, after };
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_POLL)]);
      const answer = await post(`${base}/poll`, question, signal);
      if (!answer.ok) return;
      const frames = framesIn(await answer.text());
      after += frames.length;
      for (const frame of frames) if (!stop.signal.aborted) receive(frame);
    } while (!stop.signal.aborted && connection !== undefined);
  };
  void run().then(end, end);
  return { send: sender.send, close: () => stop.abort() };
};
