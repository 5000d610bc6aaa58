import { useSyncExternalStore } from 'react';

/** What is `read` of the page, anew whenever one of these happens. */
function usePage<T extends boolean>(targets: () => Readonly<Record<string, EventTarget>>, read: () => T): T {
  return useSyncExternalStore((changed) => {
    const stop = new AbortController();
    for (const [event, target] of Object.entries(targets()))
      target.addEventListener(event, changed, { signal: stop.signal });
    return () => stop.abort();
  }, read);
}

/** Whether a media query holds, such as `(min-width: 1120px)`. */
export function useMediaQuery(query: string): boolean {
  return usePage(
    () => ({ change: window.matchMedia(query) }),
    () => window.matchMedia(query).matches,
  );
}

/** Whether this window is visible, in front or not. */
export function useVisible(): boolean {
  return usePage(
    () => ({ visibilitychange: document }),
    () => document.visibilityState === 'visible',
  );
}

/** Whether somebody can be looking at this window: it is visible, and in front. */
export function useLooking(): boolean {
  return usePage(
    () => ({ focus: window, blur: window, visibilitychange: document }),
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
}

/** Whether this computer has a network, as far as the browser knows. */
export function useOnline(): boolean {
  return usePage(
    () => ({ online: window, offline: window }),
    () => navigator.onLine,
  );
}
