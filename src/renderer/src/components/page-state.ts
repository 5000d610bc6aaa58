import { useSyncExternalStore } from 'react';

/** The value of `read`, refreshed whenever one of these events fires. */
function usePage<T extends boolean>(targets: () => Readonly<Record<string, EventTarget>>, read: () => T): T {
  return useSyncExternalStore((changed) => {
    const stop = new AbortController();
    for (const [event, target] of Object.entries(targets()))
      target.addEventListener(event, changed, { signal: stop.signal });
    return () => stop.abort();
  }, read);
}

/** Whether a media query matches, such as `(min-width: 1120px)`. */
export function useMediaQuery(query: string): boolean {
  return usePage(
    () => ({ change: window.matchMedia(query) }),
    () => window.matchMedia(query).matches,
  );
}

/** Whether the window is as narrow as a phone: `--breakpoint-phone` in styles.css. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 559.98px)');
}

/** Whether this window is visible, focused or not. */
export function useVisible(): boolean {
  return usePage(
    () => ({ visibilitychange: document }),
    () => document.visibilityState === 'visible',
  );
}

/** Whether somebody may be looking at this window: visible and focused. */
export function useLooking(): boolean {
  return usePage(
    () => ({ focus: window, blur: window, visibilitychange: document }),
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
}

/** Whether the browser reports a network connection. */
export function useOnline(): boolean {
  return usePage(
    () => ({ online: window, offline: window }),
    () => navigator.onLine,
  );
}
