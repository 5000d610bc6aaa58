import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type Theme = 'light' | 'dark' | 'system';
export type Density = 'comfortable' | 'compact';

interface Appearance {
  readonly theme: Theme;
  readonly density: Density;
  /** letters and signs alone do something outside text fields: T, E, ? */
  readonly characterKeys: boolean;
  readonly setTheme: (theme: Theme) => void;
  readonly setDensity: (density: Density) => void;
  readonly setCharacterKeys: (characterKeys: boolean) => void;
}

/** How this screen looks and listens to keys; kept on this device. */
export const useAppearance = create<Appearance>()(
  persist(
    (set) => ({
      theme: 'system',
      density: 'comfortable',
      characterKeys: true,
      setTheme: (theme) => set({ theme }),
      setDensity: (density) => set({ density }),
      setCharacterKeys: (characterKeys) => set({ characterKeys }),
    }),
    {
      name: 'counterbell.appearance',
      version: 1,
      partialize: ({ theme, density, characterKeys }) => ({ theme, density, characterKeys }),
    },
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
