import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ACCESS_KEY, type Headless } from '../fixtures/headless.ts';

/** A connected console that reads its events and does nothing with them, so that it takes no time of the measured ones. */
export interface ConsoleWindow {
  /** resolves when so many bytes of events have come */
  readonly toldOf: (bytes: number) => Promise<void>;
  readonly close: () => void;
}

export async function openWindow(host: Headless): Promise<ConsoleWindow> {
  const socket = new WebSocket(`${host.console.replace(/^http/, 'ws')}/events`, {
    headers: { authorization: `Bearer ${ACCESS_KEY}` },
    skipUTF8Validation: true,
  });
  let received = 0;
  socket.on('message', (frame: Buffer) => (received += frame.length));
  await once(socket, 'open');
  return {
    toldOf: async (bytes) => {
      const signal = AbortSignal.timeout(20_000);
      while (received < bytes) await once(socket, 'message', { signal });
    },
    close: () => socket.close(),
  };
}
