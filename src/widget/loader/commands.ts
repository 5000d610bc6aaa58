import type { VisitedPage } from '#shared/site/frames.ts';
import type { Panel } from '../panel/panel.tsx';

/** Milliseconds until a new page of an app has its title. */
const SETTLING = 500;

/** Methods that the page can call. */
interface Served extends Omit<Panel, 'invite' | 'identify' | 'stop'> {
  /** null: nobody is signed in */
  readonly identify: (identity: unknown) => void;
  /** takes everything of the visitor away, in all tabs */
  readonly forget: () => void;
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

  const act = (command: (to: Served) => void): void => {
    if (served === undefined) waiting.push(command);
    else command(served);
  };
  const run = (name: unknown, first?: unknown, second?: unknown): void => {
    served?.restore();
    if (name === 'open' || name === 'close') act((to) => to[name]());
    else if (name === 'forget') {
      identity = undefined;
      act((to) => to.forget());
      // A page that does not know yet who is signed in has said nothing.
    } else if (name === 'identify' && first !== undefined) {
      identity = first;
      act((to) => to.identify(first));
    } else if (name === 'page') {
      page = (first ?? undefined) as VisitedPage | undefined;
      address = location.href;
      act((to) => to.visit(page));
    } else if (name === 'on' && typeof second === 'function')
      listeners.push([first, second as (detail: unknown) => void]);
  };

  window.counterbell = Object.assign(run, { restore: () => served?.restore() });
  for (const args of earlier) run(args[0], args[1], args[2]);
  // An app has changed its address, and will soon show the new page, or even say which it is. Not all browsers tell it.
  let last = address;
  setInterval(() => {
    if (last === location.href && last !== address) run('page');
    last = location.href;
  }, SETTLING);
  return {
    /** identity that the page gave last */
    identity: () => identity,
    page: () => page,
    /** another tab has signed them out */
    signOut: (): void => {
      identity = undefined;
    },
    /** from now on commands are carried out; earlier ones at once */
    serve: (to: Served): void => {
      served = to;
      for (const command of waiting.splice(0)) command(to);
    },
    emit: (event: 'ready' | 'open' | 'close' | 'message' | 'unread', detail?: unknown): void => {
      // A listener that fails does not stop the others.
      for (const [on, listener] of listeners) if (on === event) queueMicrotask(() => listener(detail));
    },
  };
}

/** The only global, `window.counterbell`: its commands and events are those of docs/developers.md. */
interface Counterbell {
  (...command: readonly unknown[]): void;
  /** calls before the script has loaded */
  q?: ArrayLike<unknown>[];
  /** set by the first script on a page; a second one only asks it to put the button back if the page has removed it */
  restore?: () => void;
}

declare global {
  interface Window {
    counterbell?: Counterbell;
  }
}
