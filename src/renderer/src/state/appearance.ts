import { createPersisted, followOtherWindows } from './page-state.ts';

export type Theme = 'light' | 'dark' | 'system';
export type Density = 'comfortable' | 'compact';

interface Appearance {
  readonly theme: Theme;
  readonly density: Density;
  /** "Send and close" opens the next waiting chat */
  readonly opensNext: boolean;
}

/** Appearance and keyboard settings, kept on this device. */
export const useAppearance = createPersisted<Appearance>('appearance', {
  theme: 'system',
  density: 'comfortable',
  opensNext: true,
});

/** Row height of lists in pixels, as `--row` in styles.css. */
export function rowHeight(density: Density): number {
  return density === 'compact' ? 52 : 64;
}

/** Colours the bars that the browser draws around the page: `--color-ground` of the theme. */
function applyThemeColor(theme: Theme): void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const colors = metas.map((meta) => (meta.dataset['color'] ??= meta.content));
  // The first is the light one. A chosen theme holds whatever the system's is.
  for (const [index, meta] of metas.entries())
    meta.content = colors[theme === 'system' ? index : Number(theme === 'dark')] ?? meta.content;
}

/** Applies theme and density to <html> and follows changes, also from other windows. */
export function applyAppearance(): void {
  const apply = ({ theme, density }: Appearance) => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['density'] = density;
    applyThemeColor(theme);
  };
  apply(useAppearance.getState());
  useAppearance.subscribe(apply);
  followOtherWindows(useAppearance.persist);
}
