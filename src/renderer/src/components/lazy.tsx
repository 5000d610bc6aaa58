import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import {
  type ComponentType,
  createElement,
  lazy as lazyOfReact,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { i18n, localization } from '#renderer/language/i18n.ts';
import { Button } from './button.tsx';
import { notifyError } from './toaster.tsx';

/** A component whose code, with its texts, is loaded on first render, or earlier with `load`. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** loads the code; afterwards it renders without suspending */
  readonly load: () => Promise<void>;
  /** acts at once if the code is loaded, else afterwards: for parts that need focus on opening */
  readonly whenLoaded: (act: () => void) => void;
}

/**
 * Makes a part of the console load later. Render it in a `Suspense`, since its code may not be loaded yet. If it cannot
 * be loaded, the part says so in its place.
 */
export function lazy<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
  isServed = isPageServed,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const getWithTexts = async (): Promise<ComponentType<Props>> => {
    const part = await get();
    // The code has brought its English.
    await localization.loadAdded();
    return part;
  };
  const load = async (): Promise<ComponentType<Props>> => (loaded ??= await loadWithRetry(getWithTexts, isServed));
  const Awaited = lazyOfReact(async () => ({ default: await load().catch(() => NotLoaded) }));
  const Part = (props: Props): ReactNode => {
    // Chosen once: switching from one to the other would remount it.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Awaited as ComponentType<Props>));
    return createElement(Shown, props);
  };
  const whenLoaded = (act: () => void): void => {
    if (loaded !== undefined) return act();
    // If loading fails, what opens says so.
    load().then(act, act);
  };
  return Object.assign(Part, { load: async () => void (await load()), whenLoaded: whenLoaded });
}

/** Mounts its children when first `open`, and keeps them mounted so that closing is animated too. */
export function MountOnOpen({ open, children }: { readonly open: boolean; readonly children: ReactNode }): ReactNode {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return <Suspense>{wasOpen && children}</Suspense>;
}

/** Milliseconds between checks whether the server is back. */
const CHECK_INTERVAL = 1000;

/**
 * Loads code from the page's server. While the server is down it waits, so that an open window survives a restart.
 * Rejects if the server is up but the code cannot be loaded: another version may be running, or the browser remembers
 * the first failure.
 */
export async function loadWithRetry<T>(get: () => Promise<T>, isServed = isPageServed): Promise<T> {
  try {
    return await get();
  } catch {
    while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL));
    return get();
  }
}

/** In place of a part that could not be loaded. Only a new page has the files of another version, and remembers nothing. */
function NotLoaded(): ReactNode {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="m-auto flex flex-wrap content-center items-center justify-center gap-x-3 gap-y-1 px-3 py-1.5 text-ui text-ink-quiet only:h-full"
    >
      <span className="flex min-w-0 items-start gap-1.5">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-urgent" />
        <span>
          {t('partNotLoaded')} {t('partNotLoadedMore')}
        </span>
      </span>
      <Button size="sm" onClick={() => void reloadWindow()}>
        {t('openAnew')}
      </Button>
    </div>
  );
}

/** Without its server, a reload would leave nothing of the window. */
async function reloadWindow(): Promise<void> {
  if (await isPageServed()) window.location.reload();
  else notifyError(i18n.t('common:rpc.unreachable'));
}

function isPageServed(): Promise<boolean> {
  return fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

type Loadable = Pick<LazyPart<never>, 'load'>;

/** Preloads parts one after the other while idle, once `when` is true, so that their first use does not wait. */
export function usePreload(parts: readonly Loadable[], when = true): void {
  useEffect(() => (when ? loadWhenIdle(parts) : undefined), [parts, when]);
}

/** Becomes true at the first idle moment after `when` is true, and stays true. */
export function useWhenIdle(when: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (when ? onIdle(() => setIdle(true)) : undefined), [when]);
  return isIdle;
}

function loadWhenIdle([next, ...others]: readonly Loadable[]): (() => void) | undefined {
  if (next === undefined) return undefined;
  let isStopped = false;
  let stop = onIdle(() => {
    // Retried when it is needed.
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

/** Milliseconds after which a busy page counts as idle. */
const IDLE_TIMEOUT = 2000;

function onIdle(act: () => void): () => void {
  // Safari does not have it yet.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, IDLE_TIMEOUT / 10);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act, { timeout: IDLE_TIMEOUT });
  return () => cancelIdleCallback(asked);
}
