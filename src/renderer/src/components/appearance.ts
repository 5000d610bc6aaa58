import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type Theme = 'light' | 'dark' | 'system';
export type Density = 'comfortable' | 'compact';

/** Maps of streets on the web, and the address of a place on each. */
const maps = {
  OpenStreetMap: (at: string, latitude: number, longitude: number) =>
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${at.replace(',', '/')}`,
  'Google Maps': (at: string) => `https://www.google.com/maps/search/?api=1&query=${at}`,
  'Apple Maps': (at: string) => `https://maps.apple.com/?ll=${at}&q=${at}`,
  'Yandex Maps': (_at: string, latitude: number, longitude: number) =>
    `https://yandex.com/maps/?pt=${longitude},${latitude}&z=16&l=map`,
} as const;
export type MapName = keyof typeof maps;
export const mapNames = Object.keys(maps) as MapName[];

interface Appearance {
  readonly theme: Theme;
  readonly density: Density;
  /** letters and signs alone do something outside text fields: J, K, ? */
  readonly characterKeys: boolean;
  /** after "Send and close" the next waiting chat opens */
  readonly opensNext: boolean;
  /** the one that places are opened in */
  readonly map: MapName;
  readonly setTheme: (theme: Theme) => void;
  readonly setDensity: (density: Density) => void;
  readonly setCharacterKeys: (characterKeys: boolean) => void;
  readonly setOpensNext: (opensNext: boolean) => void;
  readonly setMap: (map: MapName) => void;
}

/** How this screen looks and listens to keys; kept on this device. */
export const useAppearance = create<Appearance>()(
  persist(
    (set) => ({
      theme: 'system',
      density: 'comfortable',
      characterKeys: true,
      opensNext: true,
      map: 'OpenStreetMap',
      setTheme: (theme) => set({ theme }),
      setDensity: (density) => set({ density }),
      setCharacterKeys: (characterKeys) => set({ characterKeys }),
      setOpensNext: (opensNext) => set({ opensNext }),
      setMap: (map) => set({ map }),
    }),
    {
      name: 'counterbell.appearance',
      version: 1,
      partialize: ({ theme, density, characterKeys, opensNext, map }) => ({
        theme,
        density,
        characterKeys,
        opensNext,
        map,
      }),
    },
  ),
);

/** Height of a list row in pixels, as `--row` in styles.css. */
export function rowHeight(density: Density): number {
  return density === 'compact' ? 52 : 64;
}

/** Where a place is on a map of streets. What was kept may name a map that is not offered any more. */
export function mapAddress(map: MapName, latitude: number, longitude: number): string {
  const address: (typeof maps)[MapName] | undefined = maps[map];
  return (address ?? maps.OpenStreetMap)(`${latitude},${longitude}`, latitude, longitude);
}

/** Puts theme and density on <html>, now and whenever they change, in other windows too. Returns how to stop. */
export function applyAppearance(): () => void {
  const apply = ({ theme, density }: Appearance) => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['density'] = density;
  };
  const followOtherWindows = (event: StorageEvent) => {
    if (event.key === useAppearance.persist.getOptions().name) void useAppearance.persist.rehydrate();
  };
  apply(useAppearance.getState());
  const unsubscribe = useAppearance.subscribe(apply);
  window.addEventListener('storage', followOtherWindows);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', followOtherWindows);
  };
}
