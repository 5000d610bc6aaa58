/**
 * Keeps the page above a keyboard on the screen. Browsers that shrink the page themselves (`interactive-widget`) need
 * nothing; Safari lays its keyboard over the page and moves it up. Returns how to stop.
 */
export function followKeyboard(page: Window): () => void {
  const seen = page.visualViewport;
  if (seen === null || !page.matchMedia('(pointer: coarse)').matches) return () => undefined;
  const { style } = page.document.documentElement;
  const stop = new AbortController();
  const follow = (): void => {
    // Enlarged with two fingers: what is visible is only a part.
    const isCovered = seen.scale === 1 && seen.height < page.innerHeight - 1;
    style.height = isCovered ? `${String(seen.height)}px` : '';
    if (isCovered) page.scrollTo(0, 0);
  };
  seen.addEventListener('resize', follow, { signal: stop.signal });
  seen.addEventListener('scroll', follow, { signal: stop.signal });
  return () => {
    stop.abort();
    style.height = '';
  };
}
