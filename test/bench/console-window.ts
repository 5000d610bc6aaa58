import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ACCESS_KEY, type Headless } from '../fixtures/headless.ts';

/** A connected console that only counts its events, so that it takes little time from the measurement. */
export interface ConsoleWindow {
  /** resolves when this many bytes of events have arrived */
  readonly waitForBytes: (bytes: number) => Promise<void>;
  readonly close: () => void;
}

/** `onFrame`: looks at the events too. */
export async function openWindow(host: Headless, onFrame?: (frame: Buffer) => void): Promise<ConsoleWindow> {
  const socket = new WebSocket(`${host.console.replace(/^http/, 'ws')}/events`, {
    headers: { authorization: `Bearer ${ACCESS_KEY}` },
    skipUTF8Validation: true,
  });
  let received = 0;
  socket.on('message', (frame: Buffer) => {
    received += frame.length;
    onFrame?.(frame);
  });
  await once(socket, 'open');
  return {
    waitForBytes: async (bytes) => {
      const signal = AbortSignal.timeout(20_000);
      while (received < bytes) await once(socket, 'message', { signal });
    },
    close: () => socket.close(),
  };
}
