import type { RouteInput } from './routes.ts';

/** Tells the engine something of this window, which it forgets when the connection ends. */
export interface Telling<T> {
  /** the window's new connection id; the engine knows nothing of it yet */
  readonly connected: (windowId: string) => void;
  readonly show: (value: T) => void;
}

/** Which chat this window shows, for the other operators. */
export type Looking = Telling<string | null>;

export function createLooking(
  call: (route: 'chats.look', input: RouteInput<'chats.look'>) => Promise<unknown>,
): Looking {
  return createTelling<string | null>(null, (windowId, chatId) => call('chats.look', { windowId, chatId }));
}

/** Whether this window is visible, so that this device needs no push. */
export function createVisibility(
  call: (route: 'push.look', input: RouteInput<'push.look'>) => Promise<unknown>,
): Telling<boolean> {
  return createTelling(false, (windowId, visible) => call('push.look', { windowId, visible }));
}

/** One call at a time, so that the latest arrives last; outdated ones are skipped. `first`: what the engine assumes. */
function createTelling<T>(first: T, tell: (windowId: string, value: T) => Promise<unknown>): Telling<T> {
  let windowId: string | undefined;
  let shown = first;
  let reported = first;
  let isSending = false;

  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    // Leaving and opening in the same tick count as one step.
    await Promise.resolve();
    while (windowId !== undefined && shown !== reported) {
      reported = shown;
      // Fails if the connection is lost; the next connection starts from nothing.
      await tell(windowId, reported).catch(() => undefined);
    }
    isSending = false;
  };
  return {
    connected: (name) => {
      windowId = name;
      reported = first;
      void send();
    },
    show: (value) => {
      shown = value;
      void send();
    },
  };
}
