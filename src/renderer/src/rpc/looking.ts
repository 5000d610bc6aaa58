import type { Call } from './client.ts';

/** Tells the engine which chat this window shows, so that colleagues see it. */
export interface Looking {
  /** the window has this name from now on, and shows nothing yet as far as the engine knows */
  readonly connected: (windowId: string) => void;
  readonly show: (chatId: string | null) => void;
}

/** One word at a time, so that the latest is the last to arrive; what is over before its turn is left out. */
export function createLooking(call: Call): Looking {
  let windowId: string | undefined;
  let shown: string | null = null;
  let reported: string | null = null;
  let isTelling = false;

  const tell = async (): Promise<void> => {
    if (isTelling) return;
    isTelling = true;
    // What is left and what is opened in the same turn are one step.
    await Promise.resolve();
    while (windowId !== undefined && shown !== reported) {
      reported = shown;
      // In vain where the connection is lost: the next one begins with nothing told.
      await call('chats.look', { windowId, chatId: reported }).catch(() => undefined);
    }
    isTelling = false;
  };
  return {
    connected: (name) => {
      windowId = name;
      reported = null;
      void tell();
    },
    show: (chatId) => {
      shown = chatId;
      void tell();
    },
  };
}
