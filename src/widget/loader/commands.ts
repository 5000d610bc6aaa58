import type { SiteIdentity, VisitedPage } from '#shared/site/frames.ts';
import type { Panel } from '../panel/panel.tsx';

/** Milliseconds until a new page of an app has its title. */
const SETTLING = 500;

/** What the page can ask for. */
interface Served extends Omit<Panel, 'invite'> {
  /** shows again what the page has removed with the rest of its content */
  readonly restore: () => void;
}

export type Commands = NonNullable<ReturnType<typeof takeCommands>>;

/** Takes the page's commands, also those given before; undefined: another script of ours already does. */
export function takeCommands() {
  if (window.counterbell?.restore !== undefined) {
    window.counterbell.restore();
    return undefined;
  }
  const earlier = Array.from(window.counterbell?.q ?? []);
  const listeners: [event: unknown, listener: (detail: unknown) => void][] = [];
  const waiting: ((served: Served) => void)[] = [];
  let served: Served | undefined;
  let identity: unknown;
  let page: VisitedPage | undefined;
  let address = location.href;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const act = (command: (to: Served) => void): void => {
    if (served === undefined) waiting.push(command);
    else command(served);
  };
  const run = (name: unknown, first?: unknown, second?: unknown): void => {
    served?.restore();
    if (name === 'open' || name === 'close') act((to) => to[name]());
    else if (name === 'identify') {
      identity = first;
      act((to) => to.identify(first));
    } else if (name === 'page') {
      page = (first ?? undefined) as VisitedPage | undefined;
      address = location.href;
      act((to) => to.visit(page));
    } else if (name === 'on' && typeof second === 'function')
      listeners.push([first, second as (detail: unknown) => void]);
  };

  window.counterbell = Object.assign(((...args: unknown[]) => run(args[0], args[1], args[2])) as Counterbell, {
    restore: () => served?.restore(),
  });
  for (const args of earlier) run(args[0], args[1], args[2]);
  // An app has changed its address, and will soon show the new page, or even say which it is.
  window.navigation?.addEventListener('currententrychange', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (address !== location.href) run('page');
    }, SETTLING);
  });
  return {
    /** what the page said last */
    identity: () => identity,
    page: () => page,
    /** from now on commands are carried out; earlier ones at once */
    serve: (to: Served): void => {
      served = to;
      for (const command of waiting.splice(0)) command(to);
    },
    emit: <Event extends keyof CounterbellEvents>(event: Event, detail?: CounterbellEvents[Event]): void => {
      // A listener that fails does not stop the others.
      for (const [on, listener] of listeners) if (on === event) queueMicrotask(() => listener(detail));
    },
  };
}

/** What a page can listen to. */
interface CounterbellEvents {
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
interface Counterbell {
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
