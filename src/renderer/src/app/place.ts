const KEY = 'counterbell.place';

/** Where this window was when it was last used; a fresh window without an address of its own goes there. */
export function restorePlace(page: Window): void {
  if (page.location.hash.length > 2) return;
  const place = page.localStorage.getItem(KEY);
  if (place !== null && place.startsWith('#/')) page.history.replaceState(null, '', place);
}

/** Remembers a place for the next start. */
export function rememberPlace(page: Window, path: string): void {
  page.localStorage.setItem(KEY, `#${path}`);
}

/** Whether the console was shown here before. */
export function hasPlace(page: Window): boolean {
  return page.localStorage.getItem(KEY) !== null;
}
