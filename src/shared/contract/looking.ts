import type { RouteInput } from './routes.ts';

/** Tells the engine which chat this window shows, for the other operators. */
export interface Looking {
  /** the window's new connection id; the engine knows nothing of what it shows yet */
  readonly connected: (windowId: string) => void;
  readonly show: (chatId: string | null) => void;
}

/** One call at a time, so that the latest arrives last; outdated ones are skipped. */
export function createLooking(
  call: (route: 'chats.look', input: RouteInput<'chats.look'>) => Promise<unknown>,
): Looking {
  let windowId: string | undefined;
  let shown: string | null = null;
  let reported: string | null = null;
  let isSending = false;

  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    // Leaving and opening in the same tick count as one step.
    await Promise.resolve();
    while (windowId !== undefined && shown !== reported) {
      reported = shown;
      // Fails if the connection is lost; the next connection starts from nothing.
      await call('chats.look', { windowId, chatId: reported }).catch(() => undefined);
    }
    isSending = false;
  };
  return {
    connected: (name) => {
      windowId = name;
      reported = null;
      void send();
    },
    show: (chatId) => {
      shown = chatId;
      void send();
    },
  };
}
