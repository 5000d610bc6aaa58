import type { ShownStatus } from '../host.ts';

/**
 * Decides whether button and window are dark: as the owner wants, or as the page is. `probe`: an element that the
 * page's styles do not reach; its colour is changed.
 */
export function isDark(theme: ShownStatus['theme'], probe: HTMLElement): boolean {
  if (theme !== 'page') return theme === 'dark';
  /** From 0, black, to 1; undefined: one can see through it. */
  const brightness = (color: string): number | undefined => {
    // Computed so, colours of all notations are written alike.
    probe.style.color = `color-mix(in srgb, ${color} 100%, red 0%)`;
    const parts = getComputedStyle(probe).color.match(/[\d.e-]+/g) ?? [];
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map(Number);
    return alpha < 0.7 ? undefined : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { body, documentElement } = document;
  // Apps paint an element of their own that fills the screen, in front of the body.
  const grounds = document
    .elementsFromPoint(innerWidth / 2, innerHeight / 2)
    .filter(({ clientWidth, clientHeight }) => clientWidth > innerWidth * 0.9 && clientHeight > innerHeight * 0.9);
  for (const element of [...grounds, body, documentElement]) {
    const ground = brightness(getComputedStyle(element).backgroundColor);
    if (ground !== undefined) return ground < 0.5;
  }
  // Behind a picture, or on the browser's own background, only the text tells: it is meant to be readable.
  return (brightness(getComputedStyle(body).color) ?? 0) > 0.5;
}
