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
import { i18n } from '#renderer/language/i18n.ts';
import { Button } from './button.tsx';
import { notifyError } from './toaster.tsx';

/**
 * Makes a part of the console load when it is first shown; until then `Loading` is in its place, or nothing. If it
 * cannot be loaded, the part says so in its place.
 */
export function lazy<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
  Loading?: ComponentType<Props>,
): FunctionComponent<Props> {
  const Part = lazyInSuspense(get);
  return (props) => (
    <Suspense fallback={Loading && <Loading {...props} />}>
      <Part {...props} />
    </Suspense>
  );
}

/** The same for a part in a `Suspense`, which shows what was there before until the part is loaded. */
export function lazyInSuspense<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  return lazyOfReact<ComponentType<Props>>(async () => ({
    default: await loadWithRetry(get).catch(() => NotLoaded),
  }));
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
