import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Events } from '#shared/contract/events.ts';

/** Milliseconds without a typing event after which a customer no longer counts as typing (chat channel interface). */
const TYPING_TIMEOUT = 10_000;

export interface Typing {
  /** ids of chats whose customer is typing */
  readonly chats: ReadonlySet<string>;
  readonly set: (chatId: string, typing: boolean) => void;
}

/** Customers who are typing now; each expires after ten seconds. */
export function createTypingStore(): StoreApi<Typing> {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return createStore<Typing>((set, get) => ({
    chats: new Set(),
    set: (chatId, typing) => {
      clearTimeout(timers.get(chatId));
      timers.delete(chatId);
      if (typing)
        timers.set(
          chatId,
          setTimeout(() => get().set(chatId, false), TYPING_TIMEOUT),
        );
      if (get().chats.has(chatId) === typing) return;
      const chats = new Set(get().chats);
      if (typing) chats.add(chatId);
      else chats.delete(chatId);
      set({ chats });
    },
  }));
}

/** What happened to this operator while the window was open, for notices. */
export interface News {
  readonly latest?:
    | ({ readonly kind: 'assigned' } & Events['message.added'])
    | ({ readonly kind: 'failed' } & Events['message.changed']);
}

export function createNews(): StoreApi<News> {
  return createStore<News>(() => ({}));
}
