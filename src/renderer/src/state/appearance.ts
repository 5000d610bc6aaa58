import { createPersisted, followOtherWindows } from './page-state.ts';

export type Theme = 'light' | 'dark' | 'system';

interface Appearance {
  readonly theme: Theme;
}

/** Kept on this device. */
export const useAppearance = createPersisted<Appearance>('appearance', { theme: 'system' });

/** Colours the bars that the browser draws around the page: `--color-ground` of the theme. */
function applyThemeColor(theme: Theme): void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const colors = metas.map((meta) => (meta.dataset['color'] ??= meta.content));
  // The first is the light one. A chosen theme holds whatever the system's is.
  for (const [index, meta] of metas.entries())
    meta.content = colors[theme === 'system' ? index : Number(theme === 'dark')] ?? meta.content;
}

/** Applies the theme to <html> and follows changes, also from other windows. */
export function applyAppearance(): void {
  const apply = ({ theme }: Appearance) => {
    document.documentElement.dataset['theme'] = theme;
    applyThemeColor(theme);
  };
  apply(useAppearance.getState());
  useAppearance.subscribe(apply);
  followOtherWindows(useAppearance.persist);
}
