import { keepPreviousData } from '@tanstack/react-query';
import { MessageSquarePlus, Search, Users } from 'lucide-react';
import { Fragment, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Avatar, ChannelMark } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { moveAmongResults } from '#renderer/components/keys.ts';
import { Loaded } from '#renderer/components/loaded.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { Select } from '#renderer/components/select.tsx';
import { TagChip } from '#renderer/components/tags.tsx';
import { SearchInput, useSettled } from '#renderer/components/text-input.tsx';
import { Age } from '#renderer/components/time.tsx';
import { useAskPages } from '#renderer/rpc/ask.ts';
import { turnWriting } from '#renderer/rpc/drafts.ts';
import { useChannels, useTags } from '#renderer/rpc/use-directory.ts';
import { useCustomerPhoto } from '#renderer/rpc/use-media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { besideName } from '#shared/domain/contact-fields.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { tagKey } from '#shared/domain/tags.ts';

const PAGE = 50;
/** Pixels before the end at which the next page is asked for. */
const AHEAD = 800;
/** So many tags stand in a row. */
const TAGS = 2;
/** For no channel or tag in particular: no id is empty, nor is a tag. */
const ALL = '';

const everybody = { query: '', tag: ALL, channel: ALL };
type Filter = typeof everybody;

interface CustomersView {
  readonly sort: 'activity' | 'name';
  readonly filter: Filter;
  /** pixels */
  readonly scrolled: number;
  readonly change: (changed: Partial<Filter>) => void;
}

/** What the list is narrowed to; kept on this device. How far it was scrolled is kept while the window is open. */
const useCustomersView = create<CustomersView>()(
  persist(
    (set) => ({
      sort: 'activity',
      filter: everybody,
      scrolled: 0,
      change: (changed) => set(({ filter }) => ({ filter: { ...filter, ...changed }, scrolled: 0 })),
    }),
    { name: 'counterbell.customers', version: 1, partialize: ({ sort, filter }) => ({ sort, filter }) },
  ),
);

/** Everybody who ever wrote, each leading to their latest chat. Lives at `/customers`. */
export function CustomersScreen() {
  const { t } = useTranslation(['inbox', 'app', 'common']);
  const { sort, filter, change } = useCustomersView();
  const channels = useChannels().data;
  const tags = useTags().data?.filter(({ contacts }) => contacts > 0);
  // What is not there to choose any more narrows nothing.
  const channel = channels?.some(({ id }) => id === filter.channel) === false ? ALL : filter.channel;
  const tag = tags === undefined ? filter.tag : (tags.find(({ name }) => isSame(name, filter.tag))?.name ?? ALL);
  const query = useSettled(filter.query).trim();
  const customers = useAskPages(
    'contacts.list',
    {
      sort,
      limit: PAGE,
      ...(query !== '' && { query }),
      ...(tag !== ALL && { tag }),
      ...(channel !== ALL && { channelId: channel }),
    },
    { placeholderData: keepPreviousData, select: ({ pages }) => pages.flatMap(({ contacts }) => contacts) },
  );
  const screen = useRef<HTMLElement>(null);
  useReturn(screen, customers.data !== undefined);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = customers;
  const loadMore = (): void => {
    const { current } = screen;
    if (current === null || !hasNextPage || isFetching || isFetchNextPageError) return;
    if (current.scrollHeight - current.scrollTop - current.clientHeight < AHEAD) void fetchNextPage();
  };
  useEffect(loadMore);
  useEffect(() => {
    const { current } = screen;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (current !== null) moveAmongResults(current, event);
    };
    current?.addEventListener('keydown', onKeyDown);
    return () => current?.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <main
      ref={screen}
      aria-label={t('app:customers')}
      onScroll={loadMore}
      onScrollEnd={({ currentTarget }) => useCustomersView.setState({ scrolled: currentTarget.scrollTop })}
      className="h-full overflow-y-auto bg-ground"
    >
      <div className="mx-auto flex min-h-full max-w-[784px] flex-col gap-5 px-8 pt-5 pb-16 max-panes:px-6">
        <h1 className="text-title font-semibold">{t('app:customers')}</h1>
        <search className="flex flex-wrap gap-2">
          <div className="relative basis-full">
            <Search
              aria-hidden
              className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
            />
            <SearchInput
              label={t('customers.search')}
              value={filter.query}
              maxLength={200}
              onValueChange={(typed) => change({ query: typed })}
              className="ps-8"
            />
          </div>
          {channels !== undefined && channels.length > 1 && (
            <Select
              label={t('search.channel')}
              value={channel}
              choices={[
                { value: ALL, label: t('search.allChannels') },
                ...channels.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onValueChange={(chosen) => change({ channel: chosen })}
              className="w-40 max-[480px]:w-auto max-[480px]:min-w-0 max-[480px]:flex-auto"
            />
          )}
          {tags !== undefined && tags.length > 0 && (
            <Select
              label={t('customers.tag')}
              value={tag}
              choices={[
                { value: ALL, label: t('customers.allTags') },
                ...tags.map(({ name }) => ({ value: name, label: name })),
              ]}
              onValueChange={(chosen) => change({ tag: chosen })}
              className="w-42 max-[480px]:w-auto max-[480px]:min-w-0 max-[480px]:flex-auto"
            />
          )}
          <Select
            label={t('customers.sort')}
            value={sort}
            choices={[
              { value: 'activity', label: t('customers.byActivity') },
              { value: 'name', label: t('customers.byName') },
            ]}
            onValueChange={(chosen) => useCustomersView.setState({ sort: chosen, scrolled: 0 })}
            className="w-44 max-[480px]:w-auto max-[480px]:min-w-0 max-[480px]:flex-auto"
          />
        </search>
        <Loaded query={customers} loading={<RowsLoading />} failed={t('customers.notLoaded')}>
          {(rows) =>
            rows.length === 0 ? (
              <Nobody isNarrowed={query !== '' || tag !== ALL || channel !== ALL} onShowAll={() => change(everybody)} />
            ) : (
              <ul
                aria-label={t('app:customers')}
                className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
              >
                {rows.map((row) => (
                  <li key={row.chat.customer.contactId ?? row.chat.customer.id}>
                    <FaultBoundary part="row" of={[row]}>
                      <CustomerRow {...row} channel={channels?.find(({ id }) => id === row.chat.channelId)} />
                    </FaultBoundary>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {isFetchNextPageError && (
          <Button className="self-center" onClick={() => void fetchNextPage()}>
            {t('common:tryAgain')}
          </Button>
        )}
      </div>
    </main>
  );
}

const isSame = (one: string, other: string): boolean => tagKey(one) === tagKey(other);

/** Comes back to where one was in the list. */
function useReturn(screen: { readonly current: HTMLElement | null }, isReady: boolean): void {
  useEffect(() => {
    if (isReady && screen.current !== null) screen.current.scrollTop = useCustomersView.getState().scrolled;
  }, [screen, isReady]);
}

function RowsLoading() {
  const { t } = useTranslation('inbox');
  return (
    <div role="status" aria-label={t('customers.loading')} className="flex flex-col gap-2">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}

function Nobody({ isNarrowed, onShowAll }: { readonly isNarrowed: boolean; readonly onShowAll: () => void }) {
  const { t } = useTranslation('inbox');
  if (!isNarrowed)
    return (
      <EmptyState icon={<Users />} title={t('customers.emptyTitle')}>
        {t('customers.empty')}
      </EmptyState>
    );
  return (
    <div role="status" className="my-12">
      <EmptyState title={t('customers.none')} action={<Button onClick={onShowAll}>{t('customers.showAll')}</Button>} />
    </div>
  );
}

interface CustomerRowProps {
  readonly tags: readonly string[];
  readonly chat: RouteOutput<'contacts.list'>['contacts'][number]['chat'];
  /** undefined where it was removed */
  readonly channel: Channel | undefined;
}

/** Who they are, how to reach them, their tags, when something was last said, and a way to write to them: where that cannot be done, their chat says why. */
function CustomerRow({ tags, chat, channel }: CustomerRowProps) {
  const { t } = useTranslation(['inbox', 'common', 'conversation']);
  const [, navigate] = useLocation();
  const nameId = useId();
  const { customer } = chat;
  const photo = useCustomerPhoto(customer);
  const more = tags.length - TAGS;
  return (
    <div className="flex items-center pe-2 transition-colors hover:bg-hover">
      <Link
        href={`/chat/${chat.id}`}
        data-result={customer.id}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 ps-4 pe-2 text-ink no-underline focus-visible:-outline-offset-2"
      >
        <Avatar
          name={customer.name}
          seed={customer.id}
          photo={photo}
          mark={channel && <ChannelMark channel={channel} size={14} />}
        />
        <span className="@container flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-center gap-3">
            <bdi id={nameId} className="min-w-0 flex-1 truncate text-ui font-medium">
              {customer.name ?? t('visitor')}
            </bdi>
            <Age at={chat.lastActivityAt} className="shrink-0 text-ink-quiet" />
          </span>
          <span className="flex items-center gap-x-3 gap-y-1 @max-[420px]:flex-wrap">
            <span className="min-w-0 flex-1 truncate text-meta text-ink-quiet @max-[420px]:basis-full">
              {customer.blocked === true && <span className="text-urgent">{t('contact.card.isBlocked')}, </span>}
              {[channel?.name ?? t('search.removedChannel'), ...besideName(customer)].map((known, index) => (
                <Fragment key={known}>
                  {index > 0 && <span aria-hidden> · </span>}
                  <bdi>{known}</bdi>
                </Fragment>
              ))}
            </span>
            {tags.length > 0 && (
              <span className="flex max-w-full min-w-0 items-center gap-1">
                {tags.slice(0, TAGS).map((name) => (
                  <TagChip key={name} name={name} className="h-[18px] max-w-28" />
                ))}
                {more > 0 && (
                  <span className="tabular text-meta text-ink-quiet">
                    <span aria-hidden>+{more}</span>
                    <span className="sr-only">{t('common:tags.more', { count: more })}</span>
                  </span>
                )}
              </span>
            )}
          </span>
        </span>
      </Link>
      <IconButton
        label={t('conversation:composer.begin')}
        aria-describedby={nameId}
        icon={<MessageSquarePlus />}
        onClick={() => {
          if (chat.state === 'closed') turnWriting(chat.id, 'first');
          navigate(`/chat/${chat.id}`);
        }}
      />
    </div>
  );
}
