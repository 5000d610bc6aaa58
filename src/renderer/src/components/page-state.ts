import { useSyncExternalStore } from 'react';

/** Whether a media query holds, such as `(min-width: 1120px)`. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether this window is visible, in front or not. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
  );
}

/** Whether somebody can be looking at this window: it is visible, and in front. */
export function useLooking(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('focus', changed);
      window.addEventListener('blur', changed);
      document.addEventListener('visibilitychange', changed);
      return () => {
        window.removeEventListener('focus', changed);
        window.removeEventListener('blur', changed);
        document.removeEventListener('visibilitychange', changed);
      };
    },
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
}
