import { useTranslation } from 'react-i18next';
import { Search } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { searchField } from '#renderer/components/keys.ts';
import { ListPage, PageSearch, useResultKeys, useReturn } from '#renderer/components/list-page.tsx';
import { useDebounced } from '#renderer/components/text-input.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { useChannels, useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { useCustomerSearch, useMessageSearch } from './use-search.ts';
import { CustomerResults, MessageResults } from './results.tsx';
import { SearchFilters } from './search-filters.tsx';
import {
  customerSearchInput,
  messageSearchInput,
  isEverywhere,
  withoutRemoved,
  useSearchView,
  type SearchFilter,
} from './search-view.ts';

/** Full-text search of messages and customers. Lives at `/search`. */
export function SearchScreen() {
  const { t } = useTranslation('inbox');
  const { filter: chosen, change } = useSearchView();
  const channels = useChannels().data ?? [];
  const operators = useOperators().data ?? [];
  const screen = useRef<HTMLElement>(null);
  useResultKeys(screen, useSearchView);
  useEffect(() => {
    const field = screen.current && searchField(screen.current);
    if (useSearchView.getState().opened !== undefined) return;
    field?.focus();
    field?.select();
  }, []);
  const filter = withoutRemoved(
    chosen,
    channels.map(({ id }) => id),
    operators.map(({ id }) => id),
  );
  const settled = { ...filter, text: useDebounced(filter.text) };
  return (
    <ListPage ref={screen} title={t('search.title')}>
      <PageSearch
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={filter.text}
        maxLength={500}
        onValueChange={(text) => change({ text })}
      >
        <SearchFilters filter={filter} channels={channels} operators={operators} onChange={change} />
      </PageSearch>
      {filter.text.trim() === '' ? (
        <EmptyState icon={<Search />} title={t('search.beginTitle')} className="my-16">
          {t('search.begin')}
        </EmptyState>
      ) : (
        <Results
          filter={settled}
          screen={screen}
          channelName={(id) => channels.find((channel) => channel.id === id)?.name ?? t('search.removedChannel')}
        />
      )}
    </ListPage>
  );
}

interface ResultsProps {
  readonly filter: SearchFilter;
  readonly screen: RefObject<HTMLElement | null>;
  readonly channelName: (id: string) => string;
}

function Results({ filter, screen, channelName }: ResultsProps) {
  const { t } = useTranslation(['inbox', 'common']);
  const meId = useMe().data?.id;
  const change = useSearchView((view) => view.change);
  const messages = useMessageSearch(messageSearchInput(filter));
  const customers = useCustomerSearch(customerSearchInput(filter));
  useReturn(screen, useSearchView, messages.data !== undefined && customers.data !== undefined);
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
