import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Coordinates } from './place.ts';

export interface Place extends Coordinates {
  /** empty: it was sent without a name */
  readonly title: string;
}

const KEPT = 5;

interface RecentPlaces {
  readonly places: readonly Place[];
  readonly remember: (place: Place) => void;
}

/** Places that were sent from this device, the latest first: a shop sends its own again and again. */
export const useRecentPlaces = create<RecentPlaces>()(
  persist(
    (set, get) => ({
      places: [],
      remember: (place) =>
        set({ places: [place, ...get().places.filter((other) => !isSame(other, place))].slice(0, KEPT) }),
    }),
    { name: 'counterbell.places', version: 1 },
  ),
);

function isSame(one: Place, other: Place): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude;
}
