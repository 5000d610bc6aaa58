import { openByRequests, post } from './requests.ts';
import { framesIn, type OpenWire } from './wire.ts';

/** The answer to a POST that does not end: a frame per line. */
export const openStream: OpenWire = (base, hello, listener) =>
  openByRequests(base, listener, async (receive, signal) => {
    const { ok, body } = await post(`${base}/connect`, hello, signal);
    if (!ok || body === null) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const frame of lines.flatMap(framesIn)) receive(frame);
    }
  });
