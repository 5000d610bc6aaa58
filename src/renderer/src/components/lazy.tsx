import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import {
  type ComponentType,
  type FunctionComponent,
  lazy as lazyOfReact,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { i18n, loadOtherTexts } from '#renderer/language/i18n.ts';
import { Button } from './button.tsx';
import { notifyError } from './toaster.tsx';

/** A part of the console that is loaded when it is first shown, or when asked to. */
export interface LazyPart<Props extends object = object> extends FunctionComponent<Props> {
  /** Loads it ahead. Never rejects: it says in its place what could not be loaded. */
  readonly load: () => Promise<void>;
}

/**
 * Makes a part of the console load when it is first shown; until then `Loading` is in its place, or nothing. If it
 * cannot be loaded, the part says so in its place. One that was loaded ahead is there at once.
 */
export function lazy<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
  Loading?: ComponentType<Props>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const load = (): Promise<ComponentType<Props>> => {
    loading ??= getWithTexts(get).then(
      (part) => (loaded = part),
      () => {
        loading = undefined;
        return NotLoaded;
      },
    );
    return loading;
  };
  const Waiting = lazyOfReact(async () => ({ default: await load() }));
  function Part(props: Props) {
    // React would show what is in its place for a moment.
    const [Ready] = useState(() => loaded);
    if (Ready !== undefined) return <Ready {...props} />;
    return (
      <Suspense fallback={Loading && <Loading {...props} />}>
        <Waiting {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { load: async () => void (await load()) });
}

/** The same for a part in a `Suspense`, which shows what was there before until the part is loaded. */
export function lazyInSuspense<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  return lazyOfReact<ComponentType<Props>>(async () => ({
    default: await getWithTexts(get).catch(() => NotLoaded),
  }));
}

/** Loads a part, and the texts that parts may have beyond those of the first paint. */
async function getWithTexts<Part>(get: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([loadWithRetry(get), loadWithRetry(loadOtherTexts)]);
  return part;
}

/** Mounts its children when first `open`, and keeps them mounted so that closing is animated too. */
export function MountOnOpen({ open, children }: { readonly open: boolean; readonly children: ReactNode }): ReactNode {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return wasOpen && children;
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
