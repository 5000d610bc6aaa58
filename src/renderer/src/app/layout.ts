import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const LIST_WIDTH = { least: 260, usual: 320, most: 420 } as const;

interface Layout {
  /** pixels */
  readonly listWidth: number;
  /** the contact card beside a conversation, where there is room for it */
  readonly contactShown: boolean;
  readonly setListWidth: (width: number) => void;
  readonly setContactShown: (shown: boolean) => void;
}

/** How the panes stand; kept on this device. */
export const useLayout = create<Layout>()(
  persist(
    (set) => ({
      listWidth: LIST_WIDTH.usual,
      contactShown: true,
      setListWidth: (width) => set({ listWidth: Math.round(Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.least, width))) }),
      setContactShown: (contactShown) => set({ contactShown }),
    }),
    { name: 'counterbell.layout', version: 1 },
  ),
);
