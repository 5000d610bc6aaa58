import { openByRequests, post } from './requests.ts';
import { framesIn, type OpenWire } from './wire.ts';

/** Milliseconds: the engine answers a poll after at most 25 seconds. */
const LONGEST_POLL = 40_000;

/** One request after the other, each answered with the frames so far. */
export const openPoll: OpenWire = (base, hello, listener) =>
  openByRequests(base, listener, async (receive, signal) => {
    let connection: string | undefined;
    /** frames received: what an answer that got lost had is sent again */
    let after = 0;
    do {
      const question = connection === undefined ? { hello } : { connection, after };
      const answer = await post(`${base}/poll`, question, signal, LONGEST_POLL);
      if (!answer.ok) return;
      const frames = framesIn(await answer.text());
      if (signal.aborted) return;
      listener.onHeard();
      after += frames.length;
      for (const frame of frames) {
        if (frame.kind === 'welcome') ({ connection } = frame);
        receive(frame);
      }
    } while (!signal.aborted && connection !== undefined);
  });
