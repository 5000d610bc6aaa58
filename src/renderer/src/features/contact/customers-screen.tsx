import { keepPreviousData } from '@tanstack/react-query';
import { MessageSquarePlus, Users } from 'lucide-react';
import { Fragment, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Avatar, ChannelMark } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { EmptyState, Loaded } from '#renderer/components/lists.tsx';
import {
  ALL_CHANNELS,
  ChannelSelect,
  ListPage,
  PageSearch,
  useResultKeys,
  useReturn,
} from '#renderer/components/list-page.tsx';
import { createListView } from '#renderer/state/page-state.ts';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { RowsSkeleton } from '#renderer/components/progress.tsx';
import { Select } from '#renderer/components/select.tsx';
import { TagChip } from '#renderer/components/tags.tsx';
import { useDebounced } from '#renderer/components/field.tsx';
import { Age } from '#renderer/components/dates.tsx';
import { useRoutePages } from '#renderer/rpc/ask.ts';
import { setWritingKind } from '#renderer/rpc/written.ts';
import { customerName, useChannel, useChannelName, useChannels, useTags } from '#renderer/rpc/use-directory.ts';
import { useCustomerAvatar } from '#renderer/rpc/media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { fieldsExceptName } from '#shared/domain/contact-fields.ts';
import { tagKey } from '#shared/domain/tags.ts';

const PAGE = 50;
/** Pixels before the end at which the next page is requested. */
const LOAD_MARGIN = 800;
/** Tags shown in a row. */
const TAGS = 2;
/** The choice of all tags; no tag is empty. */
const NO_TAG = '';

const everybody = { query: '', tag: NO_TAG, channel: ALL_CHANNELS };
type Filter = typeof everybody & { readonly sort: 'activity' | 'name' };
const useCustomersView = createListView<Filter>('customers', { ...everybody, sort: 'activity' }, 2);

/** All customers, each linking to their latest chat. Lives at `/customers`. */
export function CustomersScreen() {
  const { t } = useTranslation(['inbox', 'app', 'common']);
  const { filter, change } = useCustomersView();
  const channels = useChannels().data;
  const tags = useTags().data?.filter(({ contacts }) => contacts > 0);
  // Filters by removed items are ignored.
  const channel = channels?.some(({ id }) => id === filter.channel) === false ? ALL_CHANNELS : filter.channel;
  const tag = tags === undefined ? filter.tag : (tags.find(({ name }) => isSame(name, filter.tag))?.name ?? NO_TAG);
  const query = useDebounced(filter.query).trim();
  const customers = useRoutePages(
    'contacts.list',
    {
      sort: filter.sort,
      limit: PAGE,
      ...(query !== '' && { query }),
      ...(tag !== NO_TAG && { tag }),
      ...(channel !== ALL_CHANNELS && { channelId: channel }),
    },
    { placeholderData: keepPreviousData, select: ({ pages }) => pages.flatMap(({ contacts }) => contacts) },
  );
  const screen = useRef<HTMLElement>(null);
  useResultKeys(screen, useCustomersView);
  useReturn(screen, useCustomersView, customers.data !== undefined);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = customers;
  const loadMore = (): void => {
    const { current } = screen;
    if (current === null || !hasNextPage || isFetching || isFetchNextPageError) return;
    if (current.scrollHeight - current.scrollTop - current.clientHeight < LOAD_MARGIN) void fetchNextPage();
  };
  useEffect(loadMore);
  return (
    <ListPage ref={screen} title={t('app:customers')} onScroll={loadMore}>
      <PageSearch
        label={t('customers.search')}
        value={filter.query}
        maxLength={200}
        onValueChange={(typed) => change({ query: typed })}
      >
        {channels !== undefined && channels.length > 1 && (
          <ChannelSelect
            channels={channels}
            value={channel}
            onValueChange={(chosen) => change({ channel: chosen })}
            className="w-40 max-[480px]:w-auto max-[480px]:min-w-0 max-[480px]:flex-auto"
          />
        )}
        {tags !== undefined && tags.length > 0 && (
          <Select
            label={t('customers.tag')}
            value={tag}
            choices={[
              { value: NO_TAG, label: t('customers.allTags') },
              ...tags.map(({ name }) => ({ value: name, label: name })),
            ]}
            onValueChange={(chosen) => change({ tag: chosen })}
            className="w-42 max-[480px]:w-auto max-[480px]:min-w-0 max-[480px]:flex-auto"
          />
        )}
        <Select
          label={t('customers.sort')}
          value={filter.sort}
          choices={[
            { value: 'activity', label: t('customers.byActivity') },
            { value: 'name', label: t('customers.byName') },
          ]}
          onValueChange={(sort) => change({ sort })}
          className="w-44 max-[480px]:w-auto max-[480px]:min-w-0 max-[480px]:flex-auto"
        />
      </PageSearch>
      <Loaded
        query={customers}
        loading={<RowsSkeleton label={t('customers.loading')} rows={4} />}
        failed={t('customers.notLoaded')}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Nobody
              isNarrowed={query !== '' || tag !== NO_TAG || channel !== ALL_CHANNELS}
              onShowAll={() => change(everybody)}
            />
          ) : (
            <Rows
              label={t('app:customers')}
              rows={rows}
              keyOf={({ chat: { customer } }) => customer.contactId ?? customer.id}
            >
              {(row) => <CustomerRow {...row} />}
            </Rows>
          )
        }
      </Loaded>
      {isFetchNextPageError && (
        <Button className="self-center" onClick={() => void fetchNextPage()}>
          {t('common:tryAgain')}
        </Button>
      )}
    </ListPage>
  );
}

const isSame = (a: string, b: string): boolean => tagKey(a) === tagKey(b);

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

/** A customer's name, contacts, tags and last activity, and a way to write; if there is none, their chat says why. */
function CustomerRow({ tags, chat }: RouteOutput<'contacts.list'>['contacts'][number]) {
  const { t } = useTranslation(['inbox', 'common', 'conversation']);
  const [, navigate] = useLocation();
  const nameId = useId();
  const { customer } = chat;
  const channel = useChannel(chat.channelId);
  const more = tags.length - TAGS;
  return (
    <div className="flex items-center pe-2 transition-colors hover:bg-hover">
      <Link
        href={`/chat/${chat.id}`}
        data-result={customer.id}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 ps-4 pe-2 text-ink no-underline focus-visible:-outline-offset-2"
      >
        <Avatar {...useCustomerAvatar(customer)} mark={channel && <ChannelMark channel={channel} size={14} />} />
        <span className="@container flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-center gap-3">
            <bdi id={nameId} className="min-w-0 flex-1 truncate text-ui font-medium">
              {customerName(customer)}
            </bdi>
            <Age at={chat.lastActivityAt} className="shrink-0 text-ink-quiet" />
          </span>
          <span className="flex items-center gap-x-3 gap-y-1 @max-[420px]:flex-wrap">
            <span className="min-w-0 flex-1 truncate text-meta text-ink-quiet @max-[420px]:basis-full">
              {customer.blocked === true && <span className="text-urgent">{t('contact.card.isBlocked')}, </span>}
              {[useChannelName(chat.channelId), ...fieldsExceptName(customer)].map((known, index) => (
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
          if (chat.state === 'closed') setWritingKind(chat.id, 'first');
          navigate(`/chat/${chat.id}`);
        }}
      />
    </div>
  );
}
