import type { DesktopBridge, SeatConnection } from '#shared/contract/desktop.ts';
import { type Answer, isAnswer } from '#shared/contract/errors.ts';
import { type EventFrame, readFrame } from '#shared/contract/events.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import { type ConnectionState, postJson, type Transport, Unreachable } from './transport.ts';

declare global {
  interface Window {
    /** desktop only */
    readonly counterbell?: DesktopBridge;
  }
}

/** The preload's bridge on the desktop, otherwise HTTP and a WebSocket. */
export function chooseTransport(page: Window): Transport {
  return page.counterbell === undefined ? createWebTransport(page) : createDesktopTransport(page.counterbell);
}

/** The transport over the preload's bridge. Only a seat can lose its engine: that of another computer. */
function createDesktopTransport(bridge: DesktopBridge): Transport {
  return {
    // Both use one channel, so order is kept.
    subscribesAtOnce: true,
    request: async (route, input) => {
      try {
        return await bridge.request(route, input);
      } catch (error) {
        throw new Unreachable(error);
      }
    },
    subscribe: (onFrame, onConnection) => {
      let stopped = false;
      const follow = (): void =>
        void bridge.desktop.call('status').then(
          ({ seat }) => {
            if (!stopped) onConnection(seat === undefined ? 'connected' : connectionStates[seat.connection.state]);
          },
          // The app is closing.
          () => undefined,
        );
      const stopFollowing = bridge.desktop.on('status', follow);
      const stop = bridge.subscribe(onFrame);
      follow();
      return () => {
        stopped = true;
        stopFollowing();
        stop();
      };
    },
  };
}

const connectionStates: Readonly<Record<SeatConnection['state'], ConnectionState>> = {
  connecting: 'connecting',
  connected: 'connected',
  reconnecting: 'lost',
  removed: 'lost',
  keyLost: 'lost',
  hostIsNewer: 'lost',
};

/** The browser transport: `POST /rpc/<route>` and a WebSocket at `/events`, both on the page's origin. */
function createWebTransport(page: Window): Transport {
  let waiting = new AbortController();
  return {
    subscribesAtOnce: false,
    request: (route, input) => ask(`/rpc/${route}`, input, waiting.signal),
    subscribe: (onFrame, onConnection) =>
      keepEventSocket({
        open: () => new WebSocket(`${page.location.origin.replace(/^http/, 'ws')}/events`),
        page,
        // A reply among them could otherwise arrive minutes later, after newer ones.
        onSilence: () => {
          waiting.abort();
          waiting = new AbortController();
        },
        onFrame,
        onConnection,
      }),
  };
}

async function ask(path: string, input: unknown, signal: AbortSignal): Promise<Answer> {
  const response = await postJson(path, input, signal);
  const answer: unknown = await response.json().catch((error: unknown) => {
    throw new Unreachable(error);
  });
  if (isAnswer(answer)) return answer;
  throw new Unreachable(`status ${String(response.status)}`);
}

/** Milliseconds before reconnecting; longest wait for the first frame; longest silence. */
const RETRY = { first: 250, longest: 10_000 } as const;
const FIRST_FRAME_TIMEOUT = 10_000;
/** The host sends a frame at least every 25 seconds. */
const SILENCE_TIMEOUT = 45_000;

interface EventSocketOptions {
  readonly open: () => WebSocket;
  /** it is tried again at once when the network is back or the page is visible again */
  readonly page: EventTarget & { readonly document: EventTarget & Pick<Document, 'visibilityState'> };
  /** the host has sent nothing for so long that requests made meanwhile won't be answered either */
  readonly onSilence: () => void;
  readonly onFrame: (frame: EventFrame) => void;
  readonly onConnection: (state: ConnectionState) => void;
}

/** Keeps one event connection open, with growing delays between attempts. Returns a function that closes it. */
export function keepEventSocket(options: EventSocketOptions): () => void {
  const { open, page, onSilence, onFrame, onConnection } = options;
  const stop = new AbortController();
  const { signal } = stop;
  let socket: WebSocket | undefined;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const connect = (): void => {
    clearTimeout(retry);
    retry = undefined;
    const ownSocket = open();
    socket = ownSocket;
    ownSocket.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (ownSocket !== socket) return;
      const frame = readFrame(event.data);
      if (frame === undefined) return;
      tries = 0;
      watchSilence(SILENCE_TIMEOUT);
      onConnection('connected');
      if (frame.length > 0) onFrame(frame);
    });
    ownSocket.addEventListener('close', () => {
      if (ownSocket === socket) onLost();
    });
    watchSilence(FIRST_FRAME_TIMEOUT);
  };

  // A connection whose packets get lost on the way is never closed by anybody else.
  const watchSilence = (limit: number): void => {
    clearTimeout(silence);
    silence = setTimeout(drop, limit);
  };

  const drop = (): void => {
    const dead = socket;
    onLost();
    dead?.close();
    onSilence();
  };

  const onLost = (): void => {
    clearTimeout(silence);
    silence = undefined;
    socket = undefined;
    if (signal.aborted) return;
    onConnection('lost');
    retry = setTimeout(connect, growingDelay(RETRY, tries));
    tries += 1;
  };

  const wake = (): void => {
    if (socket === undefined) connect();
  };
  const wakeIfVisible = (): void => {
    if (page.document.visibilityState === 'visible') wake();
  };
  page.addEventListener('online', wake, { signal });
  page.addEventListener('focus', wakeIfVisible, { signal });
  page.document.addEventListener('visibilitychange', wakeIfVisible, { signal });
  // Without a network, connections may never be closed. A host on this computer is connected again at once.
  page.addEventListener('offline', () => socket !== undefined && drop(), { signal });
  onConnection('connecting');
  connect();
  return () => {
    stop.abort();
    clearTimeout(retry);
    clearTimeout(silence);
    const last = socket;
    socket = undefined;
    last?.close();
  };
}

type SignInResult = 'signed_in' | 'wrong_key' | 'too_many_tries';

/** Exchanges an access key for the session cookie (browser only). Rejects with `Unreachable` if there is no answer. */
export async function signIn(accessKey: string): Promise<SignInResult> {
  const response = await postJson('/session', { accessKey });
  if (response.ok) return 'signed_in';
  if (response.status === 429) return 'too_many_tries';
  if (response.status === 401 || response.status === 400) return 'wrong_key';
  throw new Unreachable(`status ${String(response.status)}`);
}

export async function signOut(): Promise<void> {
  await postJson('/sign-out', {});
}
