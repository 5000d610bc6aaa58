import {
  type ComponentType,
  createElement,
  lazy as lazyOfReact,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';

/** A component whose code comes when it is shown first, or before that with `load`. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** gets its code; from then on it is shown without waiting */
  readonly load: () => Promise<void>;
  /** acts at once where its code is there, else when it is: for what must have the focus as soon as it is open */
  readonly whenThere: (act: () => void) => void;
}

/** Makes a part of the console one that is loaded later. It stands in a `Suspense`, as nobody knows whether it is there yet. */
export function lazy<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
  isServed = isPageServed,
): LazyPart<Props> {
  let there: ComponentType<Props> | undefined;
  const load = async (): Promise<ComponentType<Props>> => (there ??= await patiently(get, isServed));
  const Awaited = lazyOfReact(async () => ({ default: await load() }));
  const Part = (props: Props): ReactNode => {
    // Chosen once: to change from one to the other would begin it anew.
    const [Shown] = useState<ComponentType<Props>>(() => there ?? (Awaited as ComponentType<Props>));
    return createElement(Shown, props);
  };
  const whenThere = (act: () => void): void => {
    if (there !== undefined) return act();
    // Where it cannot be had nothing opens, and the next press asks again.
    load().then(act, () => undefined);
  };
  return Object.assign(Part, { load: async () => void (await load()), whenThere });
}

/** What is not there before it is `open` for the first time, and stays from then on, so that it closes as it opened. */
export function OnceOpen({ open, children }: { readonly open: boolean; readonly children: ReactNode }): ReactNode {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return <Suspense>{wasOpen && children}</Suspense>;
}

/** Milliseconds between two looks whether the program that serves the page is back. */
const BETWEEN_LOOKS = 1000;

/**
 * Gets what the page's own program serves. While nobody answers there it waits until somebody does: a window that stays open
 * over a restart goes on. Where the page is served and its code is not, it rejects: another version is running.
 */
export async function patiently<T>(get: () => Promise<T>, isServed = isPageServed): Promise<T> {
  try {
    return await get();
  } catch {
    while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
    return get();
  }
}

function isPageServed(): Promise<boolean> {
  return fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

type Loadable = Pick<LazyPart<never>, 'load'>;

/** Loads parts while nothing else is to be done, one after the other, once `when` is true: so that the first use of each does not wait. */
export function useLoadAhead(parts: readonly Loadable[], when = true): void {
  useEffect(() => (when ? loadWhenIdle(parts) : undefined), [parts, when]);
}

/** Becomes true when nothing else is to be done after `when` is, and stays so. */
export function useWhenIdle(when: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (when ? inIdleTime(() => setIdle(true)) : undefined), [when]);
  return isIdle;
}

function loadWhenIdle([next, ...others]: readonly Loadable[]): (() => void) | undefined {
  if (next === undefined) return undefined;
  let isStopped = false;
  let stop = inIdleTime(() => {
    // Asked for again when it is needed.
    const over = next.load().catch(() => undefined);
    void over.then(() => {
      if (!isStopped) stop = loadWhenIdle(others) ?? stop;
    });
  });
  return () => {
    isStopped = true;
    stop();
  };
}

/** As long as a page may be busy before it is done all the same; milliseconds. */
const AT_THE_LATEST = 2000;

function inIdleTime(act: () => void): () => void {
  // Safari has none yet.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, AT_THE_LATEST / 10);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act, { timeout: AT_THE_LATEST });
  return () => cancelIdleCallback(asked);
}
