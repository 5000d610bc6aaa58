import { useTranslation } from 'react-i18next';
import { Search } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { moveAmongResults, searchField } from '#renderer/components/keys.ts';
import { SearchInput, useSettled } from '#renderer/components/text-input.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { useChannels, useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { useCustomerSearch, useMessageSearch } from './use-search.ts';
import { CustomerResults, MessageResults } from './results.tsx';
import { SearchFilters } from './search-filters.tsx';
import {
  askedCustomers,
  askedMessages,
  isEverywhere,
  stillThere,
  useSearchView,
  type SearchFilter,
} from './search-view.ts';

/** Everything that was ever said, and everybody who said it, found by words. Lives at `/search`. */
export function SearchScreen() {
  const { t } = useTranslation('inbox');
  const { filter: chosen, change } = useSearchView();
  const channels = useChannels().data ?? [];
  const operators = useOperators().data ?? [];
  const scroller = useRef<HTMLElement>(null);
  useResultKeys(scroller);
  const filter = stillThere(
    chosen,
    channels.map(({ id }) => id),
    operators.map(({ id }) => id),
  );
  const settled = { ...filter, text: useSettled(filter.text) };
  return (
    <main ref={scroller} aria-label={t('search.title')} className="h-full overflow-y-auto bg-ground">
      <div className="mx-auto flex max-w-[784px] flex-col gap-5 px-8 pt-5 pb-16 max-panes:px-6">
        <h1 className="text-title font-semibold">{t('search.title')}</h1>
        <search className="flex flex-col gap-3">
          <div className="relative">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-quiet"
            />
            <SearchInput
              label={t('search.label')}
              placeholder={t('search.placeholder')}
              value={filter.text}
              maxLength={500}
              onValueChange={(text) => change({ text })}
              className="h-10 ps-9 text-message"
            />
          </div>
          <SearchFilters filter={filter} channels={channels} operators={operators} onChange={change} />
        </search>
        {filter.text.trim() === '' ? (
          <EmptyState icon={<Search />} title={t('search.beginTitle')} className="my-16">
            {t('search.begin')}
          </EmptyState>
        ) : (
          <Results
            filter={settled}
            scroller={scroller}
            channelName={(id) => channels.find((channel) => channel.id === id)?.name ?? t('search.removedChannel')}
          />
        )}
      </div>
    </main>
  );
}

interface ResultsProps {
  readonly filter: SearchFilter;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly channelName: (id: string) => string;
}

function Results({ filter, scroller, channelName }: ResultsProps) {
  const { t } = useTranslation(['inbox', 'common']);
  const meId = useMe().data?.id;
  const change = useSearchView((view) => view.change);
  const messages = useMessageSearch(askedMessages(filter));
  const customers = useCustomerSearch(askedCustomers(filter));
  useReturn(scroller, messages.data !== undefined && customers.data !== undefined);
  if (messages.isError)
    return (
      <EmptyState
        title={t('search.failed')}
        action={<Button onClick={() => void messages.refetch()}>{t('common:tryAgain')}</Button>}
        className="my-12"
      />
    );
  if (messages.data === undefined || customers.data === undefined) return <Skeleton className="h-24" />;

  const { chats, indexed } = messages.data;
  const shownCustomers = filter.chat === undefined ? customers.data : [];
  const isEmpty = chats.length === 0 && shownCustomers.length === 0 && !messages.isSearching;
  return (
    <>
      <p role="status" className="sr-only">
        {isEmpty
          ? t('search.none')
          : t('search.found', {
              chats: messages.hasNextPage
                ? t('search.chatsOrMore', { count: chats.length })
                : t('search.chats', { count: chats.length }),
              customers: t('search.customersFound', { count: shownCustomers.length }),
            })}
      </p>
      {indexed < 1 && (
        <p className="text-ui text-ink-quiet">{t('search.reading', { percent: Math.floor(indexed * 100) })}</p>
      )}
      <CustomerResults
        customers={shownCustomers}
        channelName={channelName}
        onMore={customers.hasNextPage ? () => void customers.fetchNextPage() : undefined}
      />
      <MessageResults chats={chats} meId={meId} channelName={channelName} onChat={(chat) => change({ chat })} />
      {isEmpty && (
        <EmptyState title={isEverywhere(filter) ? t('search.none') : t('search.noneOfFilters')} className="my-12">
          {isEverywhere(filter) && t('search.noneMore')}
        </EmptyState>
      )}
      {messages.isSearching && (
        <p className="appear-late self-center text-ui text-ink-quiet">{t('search.searching')}</p>
      )}
      {messages.hasNextPage && !messages.isSearching && (
        <Button className="self-center" onClick={() => void messages.fetchNextPage()}>
          {t('search.earlier')}
        </Button>
      )}
    </>
  );
}

/** Comes back to where one was in the results, and keeps that place when one leaves. */
function useReturn(scroller: RefObject<HTMLElement | null>, isReady: boolean): void {
  const isBack = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    if (!isReady || element === null || isBack.current) return;
    isBack.current = true;
    const { scrolled, opened } = useSearchView.getState();
    if (opened !== undefined)
      element.querySelector<HTMLElement>(`[data-result="${CSS.escape(opened)}"]`)?.focus({ preventScroll: true });
    element.scrollTop = scrolled;
  }, [scroller, isReady]);
}

/** Arrows go from the field through the results and back; the field has the focus first. */
function useResultKeys(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current;
    if (element === null) return;
    if (useSearchView.getState().opened === undefined) {
      searchField(element)?.focus();
      searchField(element)?.select();
    }
    const onClick = ({ target }: MouseEvent): void => {
      const result = target instanceof Element ? target.closest<HTMLElement>('[data-result]') : null;
      if (result !== null) useSearchView.getState().leave(element.scrollTop, result.dataset['result']);
    };
    const onKeyDown = (event: KeyboardEvent): void => moveAmongResults(element, event);
    element.addEventListener('click', onClick, { capture: true });
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('click', onClick, { capture: true });
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [screen]);
}
