import type { EngineFrame } from '#shared/site/frames.ts';
import { createSender, post } from './requests.ts';
import { framesIn, type OpenWire } from './wire.ts';

/** The answer to a POST that does not end: a frame per line. What the window says goes by requests of their own. */
export const openStream: OpenWire = (base, hello, { onFrame, onClosed }) => {
  const stop = new AbortController();
  const end = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    onClosed();
  };
  const sender = createSender(base, end, stop.signal);
  const receive = (frame: EngineFrame): void => {
    if (frame.kind === 'welcome' && frame.connection !== undefined) sender.name(frame.connection);
    onFrame(frame);
  };
  void read(base, hello, receive, stop.signal).then(end, end);
  return { send: sender.send, close: () => stop.abort() };
};

async function read(
  base: string,
  hello: unknown,
  receive: (frame: EngineFrame) => void,
  signal: AbortSignal,
): Promise<void> {
  const { ok, body } = await post(`${base}/connect`, hello, signal);
  if (!ok || body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done || signal.aborted) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const frame of lines.flatMap(framesIn)) if (!signal.aborted) receive(frame);
  }
}
