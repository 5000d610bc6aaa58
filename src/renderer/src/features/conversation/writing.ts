import { type RefObject, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** What a composer takes: words for the customer, or for the operators alone. */
export type WritingKind = 'reply' | 'note';

interface Writing {
  /** chats that are written notes in */
  readonly notes: Readonly<Record<string, true>>;
  readonly turn: (chatId: string, kind: WritingKind) => void;
}

/** Kept through a reload, but for this window alone: another one never turns the composer under somebody's hands. */
const useWritingStore = create<Writing>()(
  persist(
    (set) => ({
      notes: {},
      turn: (chatId, kind) =>
        set(({ notes: { [chatId]: _before, ...others } }) => ({
          notes: kind === 'note' ? { ...others, [chatId]: true } : others,
        })),
    }),
    {
      name: 'counterbell.writing',
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ notes }) => ({ notes }),
    },
  ),
);

/** What is written in a chat, and how to turn to the other kind: what takes the words then has the focus, or else what is offered instead. */
export function useWriting(
  chatId: string,
  field: RefObject<HTMLElement | null>,
  instead: RefObject<HTMLElement | null>,
): { readonly kind: WritingKind; readonly write: (kind: WritingKind) => void } {
  const kind = useWritingStore(({ notes }): WritingKind => (notes[chatId] === true ? 'note' : 'reply'));
  const turn = useWritingStore((writing) => writing.turn);
  const hasTurned = useRef(false);
  const focus = (): void => (field.current ?? instead.current)?.focus();
  useEffect(() => {
    if (hasTurned.current) (field.current ?? instead.current)?.focus();
    hasTurned.current = false;
  }, [kind, field, instead]);
  return {
    kind,
    write: (next) => {
      if (next === kind) return focus();
      hasTurned.current = true;
      turn(chatId, next);
    },
  };
}
