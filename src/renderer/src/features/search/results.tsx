import { showUnseen, visibleName } from '#shared/domain/visible-text.ts';
import { useTranslation } from 'react-i18next';
import { useId, useEffect } from 'react';
import { Link } from 'wouter';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { Age } from '#renderer/components/dates.tsx';
import { customerName, useChannelName, useMe } from '#renderer/rpc/use-directory.ts';
import { useCustomerAvatar } from '#renderer/rpc/media.ts';
import { fieldsExceptName } from '#shared/domain/contact-fields.ts';
import type { CustomerHit, ChatHits, MessageHit, MarkedText } from '#shared/contract/search.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useRoutePages } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';

interface CustomerResultsProps {
  readonly customers: readonly CustomerHit[];
  /** undefined if all are shown */
  readonly onMore: (() => void) | undefined;
}

/** Matching customers, each linking to their latest chat. */
export function CustomerResults({ customers, onMore }: CustomerResultsProps) {
  const { t } = useTranslation('inbox');
  const title = useId();
  if (customers.length === 0) return null;
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2">
      <h2 id={title} className="text-ui font-semibold text-ink-quiet">
        {t('search.customersTitle')}
      </h2>
      <Rows rows={customers} keyOf={({ chat }) => chat.customer.id}>
        {(hit) => <CustomerRow hit={hit} />}
      </Rows>
      {onMore !== undefined && (
        <Button size="sm" variant="quiet" className="self-start" onClick={onMore}>
          {t('search.moreCustomers')}
        </Button>
      )}
    </section>
  );
}

function CustomerRow({ hit }: { readonly hit: CustomerHit }) {
  const { chat, name, externalId } = hit;
  const { customer } = chat;
  const channelName = useChannelName(chat.channelId);
  const others = [...fieldsExceptName(hit), ...(externalId === undefined ? [] : [externalId])];
  return (
    <Link
      href={`/chat/${chat.id}`}
      data-result={`customer-${customer.id}`}
      className="flex min-h-12 items-center gap-3 px-4 py-2 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Avatar {...useCustomerAvatar(customer)} size={32} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate text-ui font-medium">
          {name === undefined || visibleName(customer.name) === undefined ? (
            customerName(customer)
          ) : (
            <Marked text={name} />
          )}
        </bdi>
        <span className="flex flex-wrap gap-x-3 text-meta text-ink-quiet">
          {others.map((field, index) => (
            <bdi key={index} className="min-w-0 truncate">
              <Marked text={field} />
            </bdi>
          ))}
          <span className="min-w-0 truncate">{channelName}</span>
        </span>
      </span>
      <Age at={chat.lastActivityAt} className="shrink-0 text-ink-quiet" />
    </Link>
  );
}

interface MessageResultsProps {
  readonly chats: readonly ChatHits[];
  /** shows all hits in one chat */
  readonly onChat: (chat: { readonly id: string; readonly name: string }) => void;
}

/** Matching messages by chat, each linking to its place in the chat. */
export function MessageResults({ chats, onChat }: MessageResultsProps) {
  const { t } = useTranslation('inbox');
  const title = useId();
  if (chats.length === 0) return null;
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2">
      <h2 id={title} className="text-ui font-semibold text-ink-quiet">
        {t('search.messagesTitle')}
      </h2>
      <Rows rows={chats} keyOf={({ chat }) => chat.id} className="flex flex-col gap-3">
        {(found) => <ChatResults {...found} onChat={onChat} />}
      </Rows>
    </section>
  );
}

function ChatResults({ chat, hits, more, onChat }: ChatHits & Pick<MessageResultsProps, 'onChat'>) {
  const { t } = useTranslation('inbox');
  const { customer } = chat;
  const name = customerName(customer);
  const channelName = useChannelName(chat.channelId);
  const title = useId();
  return (
    <article aria-labelledby={title} className="overflow-hidden rounded-card border bg-raised">
      <header className="flex items-center gap-2.5 px-4 pt-2.5 pb-1">
        <Avatar {...useCustomerAvatar(customer)} size={24} />
        <h3 id={title} className="flex min-w-0 text-ui font-medium">
          <bdi className="truncate">{name}</bdi>
        </h3>
        <span className="min-w-0 truncate text-meta text-ink-quiet">{channelName}</span>
      </header>
      <Rows rows={hits} keyOf={({ messageId }) => messageId} className="pb-1.5">
        {(hit) => <HitRow hit={hit} chatId={chat.id} customer={name} />}
      </Rows>
      {more > 0 && (
        <Button size="sm" variant="quiet" className="mb-2 ms-2" onClick={() => onChat({ id: chat.id, name })}>
          {t('search.more', { count: more })}
        </Button>
      )}
    </article>
  );
}

interface HitRowProps {
  readonly hit: MessageHit;
  readonly chatId: string;
  readonly customer: string;
}

function HitRow({ hit, chatId, customer }: HitRowProps) {
  const { t } = useTranslation(['inbox', 'conversation']);
  const meId = useMe().data?.id;
  return (
    <Link
      href={`/chat/${chatId}/at/${hit.messageId}`}
      data-result={hit.messageId}
      className="flex flex-col gap-0.5 px-4 py-1.5 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex items-baseline gap-2 text-meta text-ink-quiet">
        <bdi className="min-w-0 truncate">{authorOf(hit, customer, meId)}</bdi>
        {hit.type !== 'text' && <span className="shrink-0">{t(`conversation:kinds.${hit.type}`)}</span>}
        <span className="flex-1" />
        <Age at={hit.at} className="shrink-0" />
      </span>
      <span dir="auto" className="text-message wrap-anywhere">
        <Marked text={hit.words} />
      </span>
    </Link>
  );
}

function authorOf({ from, operatorId, authorName }: MessageHit, customer: string, meId: string | undefined): string {
  const operator =
    operatorId !== undefined && operatorId === meId
      ? i18n.t('inbox:search.you')
      : (authorName ?? i18n.t('inbox:search.anotherOperator'));
  switch (from) {
    case 'customer':
      return customer;
    case 'operator':
      return operator;
    case 'note':
      return i18n.t('inbox:search.note', { author: operator });
    case 'bot':
      return authorName ?? i18n.t('inbox:search.bot');
    case 'system':
      return i18n.t('inbox:search.automatic');
  }
}

/** A text with the matches marked; always rendered as plain text. */
function Marked({ text }: { readonly text: MarkedText }) {
  return text.map((part, index) =>
    part.isFound ? (
      <mark key={index} className="rounded-xs bg-found font-medium text-ink">
        {showUnseen(part.text)}
      </mark>
    ) : (
      <span key={index}>{showUnseen(part.text)}</span>
    ),
  );
}

/** The search input. */
export type MessageSearch = Omit<RouteInput<'search.messages'>, 'cursor' | 'limit'>;
export type CustomerSearch = Omit<RouteInput<'search.customers'>, 'cursor' | 'limit'>;

const CHATS = 20;
const HITS_OF_CHAT = 50;
const CUSTOMERS = 5;
/** Hits that a search collects before it waits to be asked for more. */
const MIN_HITS = 15;
/** Milliseconds before an incomplete search is repeated while the index is being built. */
const REPEAT_DELAY = 3000;

/** Matching messages by chat, newest first; a long search continues until there are enough hits to show. */
export function useMessageSearch(search: MessageSearch) {
  const isOneChat = search.chatId !== undefined;
  const query = useRoutePages(
    'search.messages',
    { ...search, limit: isOneChat ? HITS_OF_CHAT : CHATS },
    {
      enabled: search.text.trim() !== '',
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: ({ state }) => ((state.data?.pages[0]?.indexed ?? 1) < 1 ? REPEAT_DELAY : false),
      select: ({ pages }) => ({
        chats: mergeChats(
          pages.flatMap(({ chats }) => chats),
          isOneChat,
        ),
        indexed: pages[0]?.indexed ?? 1,
      }),
    },
  );
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query;
  const isShort =
    data !== undefined &&
    !isPlaceholderData &&
    hasNextPage &&
    data.chats.reduce((count, { hits }) => count + hits.length, 0) < MIN_HITS;
  useEffect(() => {
    if (isShort && !isFetchingNextPage) void fetchNextPage();
  }, [isShort, isFetchingNextPage, fetchNextPage]);
  return { ...query, isSearching: isShort || isFetchingNextPage };
}

/** Matching customers; a few at first, then pages on request. */
export function useCustomerSearch(search: CustomerSearch) {
  const { call } = useConsole();
  return useRoutePages(
    'search.customers',
    { ...search, limit: CUSTOMERS },
    {
      queryFn: ({ pageParam }) =>
        call('search.customers', { ...search, limit: pageParam ? CHATS : CUSTOMERS, cursor: pageParam }),
      enabled: search.text.trim() !== '',
      placeholderData: keepPreviousData,
      staleTime: 0,
      select: ({ pages }) => pages.flatMap(({ customers }) => customers),
    },
  );
}

/** Each chat once, at its newest hit; later hits are counted, or listed when searching a single chat. */
function mergeChats(found: readonly ChatHits[], isOneChat: boolean): readonly ChatHits[] {
  const chats = new Map<string, ChatHits>();
  for (const hit of found) {
    const known = chats.get(hit.chat.id);
    if (known === undefined) chats.set(hit.chat.id, hit);
    else if (isOneChat) chats.set(hit.chat.id, { ...known, hits: [...known.hits, ...hit.hits] });
    else chats.set(hit.chat.id, { ...known, more: known.more + hit.hits.length + hit.more });
  }
  return [...chats.values()];
}
