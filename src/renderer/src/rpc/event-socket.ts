import type { EventFrame } from '#shared/contract/events.ts';
import type { ConnectionState } from './transport.ts';

/** Milliseconds: the first wait before a new connection, the longest, and how long a beating socket may be silent. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;
const LONGEST_SILENCE = 45_000;

export interface EventSocketOptions {
  readonly open: () => WebSocket;
  /** calls back when a new try is worth it at once: the network is back, the page is looked at again */
  readonly onWake: (wake: () => void) => () => void;
  readonly onFrame: (frame: EventFrame) => void;
  readonly onConnection: (state: ConnectionState) => void;
}

/** Keeps one event connection open, with growing waits between tries. Returns how to close it for good. */
export function keepEventSocket({ open, onWake, onFrame, onConnection }: EventSocketOptions): () => void {
  let socket: WebSocket | undefined;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const connect = (): void => {
    clearTimeout(retry);
    retry = undefined;
    const mine = open();
    socket = mine;
    mine.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (mine !== socket) return;
      const frame = parsedFrame(event.data);
      if (frame === undefined) return;
      tries = 0;
      if (frame.length === 0) watchSilence();
      else if (silence !== undefined) watchSilence();
      onConnection('connected');
      if (frame.length > 0) onFrame(frame);
    });
    mine.addEventListener('close', () => {
      if (mine === socket) lose();
    });
  };

  // Empty frames are the host's heartbeat: once it has beaten, silence means a dead line.
  const watchSilence = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      const dead = socket;
      lose();
      dead?.close();
    }, LONGEST_SILENCE);
  };

  const lose = (): void => {
    clearTimeout(silence);
    silence = undefined;
    socket = undefined;
    if (stopped) return;
    onConnection('lost');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries);
    tries += 1;
    retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  };

  const forgetWake = onWake(() => {
    if (!stopped && socket === undefined) connect();
  });
  onConnection('connecting');
  connect();
  return () => {
    stopped = true;
    forgetWake();
    clearTimeout(retry);
    clearTimeout(silence);
    const last = socket;
    socket = undefined;
    last?.close();
  };
}

function parsedFrame(text: unknown): EventFrame | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const frame: unknown = JSON.parse(text);
    return Array.isArray(frame) ? (frame as EventFrame) : undefined;
  } catch {
    return undefined;
  }
}
