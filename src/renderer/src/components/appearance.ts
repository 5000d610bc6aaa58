import type { MapName } from '#shared/domain/maps.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type Theme = 'light' | 'dark' | 'system';
export type Density = 'comfortable' | 'compact';

interface Appearance {
  readonly theme: Theme;
  readonly density: Density;
  /** letters and signs alone do something outside text fields: J, K, ? */
  readonly characterKeys: boolean;
  /** after "Send and close" the next waiting chat opens */
  readonly opensNext: boolean;
  /** the one that places are opened in */
  readonly map: MapName;
}

/** How this screen looks and listens to keys; kept on this device. */
export const useAppearance = create(
  persist(
    (): Appearance => ({
      theme: 'system',
      density: 'comfortable',
      characterKeys: true,
      opensNext: true,
      map: 'OpenStreetMap',
    }),
    { name: 'counterbell.appearance', version: 1 },
  ),
);

/** Height of a list row in pixels, as `--row` in styles.css. */
export function rowHeight(density: Density): number {
  return density === 'compact' ? 52 : 64;
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
