import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const LIST_WIDTH = { least: 260, usual: 320, most: 420 } as const;

interface Layout {
  /** pixels */
  readonly listWidth: number;
  /** the contact card beside a conversation, where there is room for it */
  readonly contactShown: boolean;
  /** the bot inspector in its place, for chats that a bot had */
  readonly turnsShown: boolean;
  readonly setListWidth: (width: number) => void;
  readonly setContactShown: (shown: boolean) => void;
  readonly setTurnsShown: (shown: boolean) => void;
}

/** How the panes stand; kept on this device. */
export const useLayout = create<Layout>()(
  persist(
    (set) => ({
      listWidth: LIST_WIDTH.usual,
      contactShown: true,
      turnsShown: false,
      setListWidth: (width) =>
        set({ listWidth: Math.round(Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.least, width))) }),
      setContactShown: (contactShown) => set({ contactShown }),
      setTurnsShown: (turnsShown) => set({ turnsShown }),
    }),
    { name: 'counterbell.layout', version: 1 },
  ),
);
