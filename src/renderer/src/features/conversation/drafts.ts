import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface Draft {
  readonly text: string;
  /** milliseconds since 1970 */
  readonly at: number;
}

/** How many drafts are kept, and for how long (milliseconds). */
const KEPT = 200;
const KEPT_FOR = 60 * 24 * 60 * 60_000;

interface Drafts {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly write: (chatId: string, text: string) => void;
  /** puts words back before what was written since */
  readonly giveBack: (chatId: string, text: string) => void;
  /** of chats that are no more */
  readonly forget: (chatIds: readonly string[]) => void;
}

/** Replies and notes in the making, by chat; kept on this device until they are sent. */
export const useDrafts = create<Drafts>()(
  persist(
    (set, get) => ({
      drafts: {},
      write: (chatId, text) => set({ drafts: withDraft(get().drafts, chatId, text, Date.now()) }),
      giveBack: (chatId, text) => {
        const since = get().drafts[chatId]?.text ?? '';
        get().write(chatId, since === '' ? text : `${text}\n${since}`);
      },
      forget: (chatIds) => {
        for (const chatId of chatIds.flatMap((id) => [id, noteDraftOf(id)]))
          if (get().drafts[chatId] !== undefined) get().write(chatId, '');
      },
    }),
    { name: 'counterbell.drafts', version: 1 },
  ),
);

/** Under which name the draft of a chat's note is kept, apart from that of its reply. */
export function noteDraftOf(chatId: string): string {
  return `note ${chatId}`;
}

/** Takes over what other windows of this device write. Returns how to stop. */
export function followOtherWindows(page: Window): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === useDrafts.persist.getOptions().name) void useDrafts.persist.rehydrate();
  };
  page.addEventListener('storage', onStorage);
  return () => page.removeEventListener('storage', onStorage);
}

/** The drafts with one more, or without it where its text is empty; the oldest and those too old are let go. */
export function withDraft(drafts: Drafts['drafts'], chatId: string, text: string, now: number): Drafts['drafts'] {
  const others = Object.entries(drafts).filter(([id, { at }]) => id !== chatId && now - at < KEPT_FOR);
  if (text === '') return Object.fromEntries(others);
  return Object.fromEntries([...others.slice(1 - KEPT), [chatId, { text, at: now }]]);
}
