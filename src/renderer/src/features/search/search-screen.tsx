import { useTranslation } from 'react-i18next';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, type RefObject } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState, retryButton } from '#renderer/components/lists.tsx';
import { searchField } from '#renderer/components/keys.tsx';
import { ListPage, PageSearch, useResultKeys, useReturn, ChannelSelect } from '#renderer/components/list-page.tsx';
import { DayInput, useDebounced } from '#renderer/components/field.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { useChannels, useOperators } from '#renderer/rpc/use-directory.ts';
import { useCustomerSearch, useMessageSearch, CustomerResults, MessageResults } from './results.tsx';
import {
  customerSearchInput,
  messageSearchInput,
  isEverywhere,
  withoutRemoved,
  useSearchView,
  type SearchFilter,
  EVERYWHERE,
  type AuthorFilter,
} from './search-view.ts';
import { Select } from '#renderer/components/select.tsx';
import type { Operator } from '#shared/domain/entities.ts';

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
        <Results filter={settled} screen={screen} />
      )}
    </ListPage>
  );
}

interface ResultsProps {
  readonly filter: SearchFilter;
  readonly screen: RefObject<HTMLElement | null>;
}

function Results({ filter, screen }: ResultsProps) {
  const { t } = useTranslation(['inbox', 'common']);
  const change = useSearchView((view) => view.change);
  const messages = useMessageSearch(messageSearchInput(filter));
  const customers = useCustomerSearch(customerSearchInput(filter));
  useReturn(screen, useSearchView, messages.data !== undefined && customers.data !== undefined);
  if (messages.isError)
    return <EmptyState title={t('search.failed')} action={retryButton(messages)} className="my-12" />;
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
        onMore={customers.hasNextPage ? () => void customers.fetchNextPage() : undefined}
      />
      <MessageResults chats={chats} onChat={(chat) => change({ chat })} />
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

interface SearchFiltersProps extends Pick<ComponentProps<typeof ChannelSelect>, 'channels'> {
  readonly filter: SearchFilter;
  readonly operators: readonly Operator[];
  readonly onChange: (changed: Partial<SearchFilter>) => void;
}

/** Filters: channel, author and dates. */
function SearchFilters({ filter, channels, operators, onChange }: SearchFiltersProps) {
  const { t } = useTranslation('inbox');
  const { chat, from, until } = filter;
  return (
    <>
      {chat === undefined ? (
        <ChannelSelect
          channels={channels}
          value={filter.channel}
          onValueChange={(channel) => onChange({ channel })}
          className="w-40 max-[480px]:w-full"
        />
      ) : (
        <Button
          size="sm"
          aria-label={t('search.leaveChat', { name: chat.name })}
          onClick={() => onChange({ chat: undefined })}
          className="max-w-full"
        >
          <span className="min-w-0 truncate">{t('search.inChat', { name: chat.name })}</span>
          <X aria-hidden className="size-3.5" />
        </Button>
      )}
      <Select<AuthorFilter>
        label={t('search.who')}
        value={filter.author}
        choices={[
          { value: 'anybody', label: t('search.anybody') },
          { value: 'customer', label: t('search.customers') },
          { value: 'operator', label: t('search.operators') },
          ...operators.map(({ id, name }) => ({
            value: `operator:${id}` as const,
            label: t('search.byOperator', { name }),
          })),
          { value: 'bot', label: t('search.bots') },
          { value: 'note', label: t('search.notes') },
        ]}
        onValueChange={(author) => onChange({ author })}
        className="w-44 max-[480px]:w-full"
      />
      {/* On one line if there is room. */}
      <div className="flex flex-wrap gap-2 max-[480px]:w-full max-[480px]:flex-nowrap">
        <DayInput label={t('search.from')} value={from} max={until} onValueChange={(day) => onChange({ from: day })} />
        <DayInput
          label={t('search.until')}
          value={until}
          min={from}
          onValueChange={(day) => onChange({ until: day })}
        />
      </div>
      {!isEverywhere(filter) && (
        <Button variant="quiet" size="sm" onClick={() => onChange(EVERYWHERE)}>
          {t('search.everything')}
        </Button>
      )}
    </>
  );
}
