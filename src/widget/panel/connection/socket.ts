import { framesIn, type OpenWire } from './wire.ts';

/** A WebSocket: one JSON frame per message. */
export const openSocket: OpenWire = (base, hello, { onFrame, onClosed }) => {
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    onClosed();
  };
  let socket: WebSocket | undefined;
  try {
    socket = new WebSocket(`${base.replace(/^http/, 'ws')}/connect`);
  } catch {
    // The page's policy may forbid it.
    queueMicrotask(end);
  }
  socket?.addEventListener('open', () => socket.send(JSON.stringify(hello)));
  socket?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOver && typeof data === 'string') for (const frame of framesIn(data)) onFrame(frame);
  });
  socket?.addEventListener('close', end);
  return {
    send: (frame) => {
      if (socket?.readyState === 1) socket.send(JSON.stringify(frame));
    },
    close: () => {
      isOver = true;
      socket?.close();
    },
  };
};
