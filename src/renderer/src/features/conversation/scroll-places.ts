import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What stands at the upper edge of a conversation that is not at its end. */
export interface ScrollPlace {
  readonly messageId: string;
  /** pixels of it that are above the edge */
  readonly offset: number;
}

/** How many conversations keep their place. */
const KEPT = 50;

interface ScrollPlaces {
  readonly places: Readonly<Record<string, ScrollPlace>>;
  /** undefined: at the end */
  readonly keep: (chatId: string, place: ScrollPlace | undefined) => void;
}

/** Where one was reading, by chat; kept on this device. */
export const useScrollPlaces = create<ScrollPlaces>()(
  persist(
    (set) => ({
      places: {},
      keep: (chatId, place) =>
        set(({ places }) => {
          if (place === undefined && places[chatId] === undefined) return {};
          const others = Object.entries(places).filter(([id]) => id !== chatId);
          const kept = place === undefined ? others : [...others.slice(1 - KEPT), [chatId, place] as const];
          return { places: Object.fromEntries(kept) };
        }),
    }),
    { name: 'counterbell.places', version: 1 },
  ),
);
