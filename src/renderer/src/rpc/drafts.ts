import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { newClientId, type Words } from './use-messages.ts';

interface Draft {
  readonly text: string;
  /** milliseconds since 1970 */
  readonly at: number;
  /** what came back unsent, though the engine may have it: the same words are the same reply */
  readonly returned?: Words;
}

/** How many drafts are kept, and for how long (milliseconds). */
const KEPT = 200;
const KEPT_FOR = 60 * 24 * 60 * 60_000;

interface Drafts {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly write: (chatId: string, text: string) => void;
  /** takes the words out to be sent, with the identity that they keep until they are */
  readonly take: (chatId: string) => Words;
  /** puts words that were not sent back before what was written since */
  readonly giveBack: (chatId: string, words: Words) => void;
  /** of chats that are no more */
  readonly forget: (chatIds: readonly string[]) => void;
}

/** Replies and notes in the making, by chat; kept on this device until they are sent. */
export const useDrafts = create<Drafts>()(
  persist(
    (set, get) => ({
      drafts: {},
      write: (chatId, text) => set({ drafts: withDraft(get().drafts, chatId, text, Date.now()) }),
      take: (chatId) => {
        const { text = '', returned } = get().drafts[chatId] ?? {};
        get().write(chatId, '');
        return returned?.text === text ? returned : { text, clientId: newClientId() };
      },
      giveBack: (chatId, words) => {
        const since = get().drafts[chatId]?.text ?? '';
        const text = since === '' ? words.text : `${words.text}\n${since}`;
        set({ drafts: withDraft(get().drafts, chatId, text, Date.now(), words) });
      },
      forget: (chatIds) => {
        for (const chatId of chatIds.flatMap((id) => [id, noteDraftOf(id), editDraftOf(id), firstDraftOf(id)]))
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

/** The same for other words of a note that stands in it. */
export function editDraftOf(chatId: string): string {
  return `edit ${chatId}`;
}

/** The same for the first words of a new chat, written where an earlier one is closed. */
export function firstDraftOf(chatId: string): string {
  return `first ${chatId}`;
}

/** What was begun to be written to a customer goes along to the chat that they have open. */
export function moveFirstWords(chatId: string, openId: string): void {
  const { take, giveBack } = useDrafts.getState();
  const begun = take(firstDraftOf(chatId));
  if (begun.text !== '') giveBack(openId, begun);
}

/** What a composer takes: words for the customer, for the operators alone, or the first of a new chat. */
export type WritingKind = 'reply' | 'note' | 'first';

/** What else than replies is written, by chat: kept through a reload, but for this window alone: another one never turns the composer under somebody's hands. */
export const useWritingStore = create(
  persist((): { readonly kinds: Readonly<Partial<Record<string, WritingKind>>> } => ({ kinds: {} }), {
    name: 'counterbell.writing',
    version: 3,
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** Turns the composer of a chat to something else. */
export function turnWriting(chatId: string, kind: WritingKind): void {
  useWritingStore.setState(({ kinds: { [chatId]: _before, ...others } }) => ({
    kinds: kind === 'reply' ? others : { ...others, [chatId]: kind },
  }));
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
export function withDraft(
  drafts: Drafts['drafts'],
  chatId: string,
  text: string,
  now: number,
  returned: Words | undefined = drafts[chatId]?.returned,
): Drafts['drafts'] {
  const others = Object.entries(drafts).filter(([id, { at }]) => id !== chatId && now - at < KEPT_FOR);
  if (text === '') return Object.fromEntries(others);
  return Object.fromEntries([...others.slice(1 - KEPT), [chatId, { text, at: now, returned }]]);
}
