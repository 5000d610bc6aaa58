import type { SiteIdentity, VisitedPage } from '#shared/site/frames.ts';

/** What a page can listen to. */
export interface CounterbellEvents {
  /** the button is shown */
  ready: undefined;
  open: undefined;
  close: undefined;
  /** a message from the shop has come */
  message: { readonly text: string; readonly from: string };
  /** how many messages the visitor has not seen */
  unread: number;
}

/** The only global: `window.counterbell`. Calls before the script has loaded are kept in `q`. */
export interface Counterbell {
  /** shows the window */
  (command: 'open'): void;
  /** hides the window */
  (command: 'close'): void;
  /** says who is signed in on the website; `signature`: HMAC-SHA-256 of `id` with the channel's key, in hex */
  (command: 'identify', identity: SiteIdentity): void;
  /** says which page is shown where the browser's address and title don't; without one: those again */
  (command: 'page', page?: VisitedPage): void;
  (command: 'on', event: 'ready' | 'open' | 'close', listener: () => void): void;
  (command: 'on', event: 'message', listener: (message: CounterbellEvents['message']) => void): void;
  (command: 'on', event: 'unread', listener: (count: number) => void): void;
  q?: ArrayLike<unknown>[];
  /** set by the first script on a page; a second one only asks it to put the button back if the page has removed it */
  restore?: () => void;
}

declare global {
  interface Window {
    counterbell?: Counterbell;
  }
}
