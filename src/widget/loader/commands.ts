import type { SiteIdentity, VisitedPage } from '#shared/site/frames.ts';
import type { Counterbell, CounterbellEvents } from '../api.ts';

/** What the page can ask for. */
interface Served {
  readonly open: () => void;
  readonly close: () => void;
  readonly identify: (identity: SiteIdentity) => void;
  readonly visit: (page: VisitedPage) => void;
}

export interface Commands {
  /** what the page said last */
  readonly identity: () => SiteIdentity | undefined;
  readonly page: () => VisitedPage | undefined;
  /** from now on commands are carried out; earlier ones at once */
  readonly serve: (served: Served) => void;
  readonly emit: <Event extends keyof CounterbellEvents>(event: Event, detail?: CounterbellEvents[Event]) => void;
}

/** Takes the page's commands, also those given before; undefined: another script of ours already does. */
export function takeCommands(): Commands | undefined {
  if (window.counterbell?.isLoaded) return undefined;
  const earlier = Array.from(window.counterbell?.q ?? []);
  const listeners: [event: unknown, listener: (detail: unknown) => void][] = [];
  const waiting: ((served: Served) => void)[] = [];
  let served: Served | undefined;
  let identity: SiteIdentity | undefined;
  let page: VisitedPage | undefined;

  const act = (command: (to: Served) => void): void => {
    if (served === undefined) waiting.push(command);
    else command(served);
  };
  const run = (name: unknown, first: unknown, second: unknown): void => {
    if (name === 'open' || name === 'close') act((to) => to[name]());
    else if (name === 'identify' && isIdentity(first)) {
      const given = first;
      identity = given;
      act((to) => to.identify(given));
    } else if (name === 'page') {
      const shown = isObject(first) ? (first as unknown as VisitedPage) : { url: location.href, title: document.title };
      page = shown;
      act((to) => to.visit(shown));
    } else if (name === 'on' && typeof second === 'function')
      listeners.push([first, second as (detail: unknown) => void]);
  };

  window.counterbell = Object.assign(((...args: unknown[]) => run(args[0], args[1], args[2])) as Counterbell, {
    isLoaded: true as const,
  });
  for (const args of earlier) run(args[0], args[1], args[2]);
  return {
    identity: () => identity,
    page: () => page,
    serve: (to) => {
      served = to;
      for (const command of waiting.splice(0)) command(to);
    },
    emit: (event, detail) => {
      // A listener that fails does not stop the others.
      for (const [on, listener] of listeners) if (on === event) queueMicrotask(() => listener(detail));
    },
  };
}

/** What the engine would not read would keep the window from connecting. */
function isIdentity(value: unknown): value is SiteIdentity {
  const { id, signature } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof signature === 'string';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
