import { Search } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPosition } from '#renderer/state/page-state.ts';
import { moveAmongResults } from './keys.tsx';
import { Select } from './select.tsx';
import { SearchInput } from './field.tsx';

interface ListPageProps extends Omit<ComponentProps<'main'>, 'className'> {
  readonly title: string;
}

/** A list screen: heading, filters and rows. */
export function ListPage({ title, children, ...rest }: ListPageProps) {
  return (
    <main {...rest} aria-label={title} className="h-full overflow-y-auto bg-ground">
      <div className="mx-auto flex min-h-full max-w-[784px] flex-col gap-5 px-8 pt-5 pb-16 max-panes:px-6">
        <h1 className="text-title font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** A list screen's search field, with its filters below. */
export function PageSearch({ children, ...field }: ComponentProps<typeof SearchInput>) {
  return (
    <search className="flex flex-wrap items-center gap-x-2 gap-y-3">
      <div className="relative basis-full">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
        />
        <SearchInput {...field} className="h-10 ps-9 text-message pointer-coarse:h-11" />
      </div>
      {children}
    </search>
  );
}

/** The choice of all channels; no channel has this id. */
export const ALL_CHANNELS = 'all';

interface ChannelSelectProps {
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  /** the channel's id, or `ALL_CHANNELS` */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly className?: string;
}

export function ChannelSelect({ channels, className = 'w-40', ...select }: ChannelSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      {...select}
      label={t('channel')}
      choices={[
        { value: ALL_CHANNELS, label: t('allChannels') },
        ...channels.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      className={className}
    />
  );
}

interface PositionStore {
  getState: () => ListPosition;
  setState: (position: Partial<ListPosition>) => void;
}

/** Lets arrow keys move through a screen's results (`data-result`), and remembers the position. */
export function useResultKeys(screen: RefObject<HTMLElement | null>, store: PositionStore): void {
  useEffect(() => {
    const element = screen.current;
    if (element === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    const onClick = ({ target }: MouseEvent): void => {
      const result = target instanceof Element ? target.closest<HTMLElement>('[data-result]') : null;
      if (result !== null) store.setState({ scrolled: element.scrollTop, opened: result.dataset['result'] });
    };
    element.addEventListener('click', onClick, { capture: true, signal });
    element.addEventListener('scrollend', () => store.setState({ scrolled: element.scrollTop }), { signal });
    element.addEventListener('keydown', (event) => moveAmongResults(element, event), { signal });
    return () => listening.abort();
  }, [screen, store]);
}

/** Restores the position in the results once they are loaded. */
export function useReturn(screen: RefObject<HTMLElement | null>, store: PositionStore, isReady: boolean): void {
  const isBack = useRef(false);
  useEffect(() => {
    const element = screen.current;
    if (!isReady || element === null || isBack.current) return;
    isBack.current = true;
    const { scrolled, opened } = store.getState();
    if (opened !== undefined)
      element.querySelector<HTMLElement>(`[data-result="${CSS.escape(opened)}"]`)?.focus({ preventScroll: true });
    element.scrollTop = scrolled;
  }, [screen, store, isReady]);
}
