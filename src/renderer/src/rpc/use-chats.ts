import {
  keepPreviousData,
  skipToken,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQuery,
} from '@tanstack/react-query';
import { startOfToday } from 'date-fns/startOfToday';
import { useCallback } from 'react';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput, RouteOutput } from '#shared/contract/routes.ts';
import type { ChatFilter, ChatListFilters } from '#shared/domain/chat-list.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { pagedRouteQuery, routeQuery, useCachedMutation, useRouteQuery, useRoutePages } from './ask.ts';
import { allChats, loadedChats } from './apply-events.ts';
import { useConsole } from './console-context.tsx';
import { useChannels, useMe, useOperators } from './use-directory.ts';

const PAGE = 50;

function listInput(filter: ChatFilter, { tags = [], channelId, heldBy }: ChatListFilters = {}) {
  return {
    filter,
    limit: PAGE,
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(channelId !== undefined && { channelId }),
    ...(heldBy !== undefined && { heldBy }),
  };
}

/** One list of the inbox, paged, kept in order by events. */
export function useChats(filter: ChatFilter, narrowing: ChatListFilters = {}) {
  return useRoutePages('chats.list', listInput(filter, narrowing), { structuralSharing: false, select: allChats });
}

const today = () => ({ since: startOfToday().getTime() });

type Counts = RouteOutput<'chats.counts'>;

/**
 * Counts the chats that are waiting, mine and open, those that need the operator, and today's. Whoever selects a part
 * hears of changes of that part only.
 */
export function useCounts<Part = Counts>(select?: (counts: Counts) => Part) {
  return useRouteQuery<'chats.counts', Part>('chats.counts', today(), {
    placeholderData: keepPreviousData,
    ...(select && { select }),
  });
}

/** Prefetches everything the inbox shows first, in parallel and before it renders. */
export function usePrefetchInbox(filter: ChatFilter): void {
  const { call } = useConsole();
  usePrefetchInfiniteQuery(pagedRouteQuery(call, 'chats.list', listInput(filter)));
  usePrefetchQuery(routeQuery(call, 'chats.counts', today()));
  usePrefetchQuery(routeQuery(call, 'channels.list', {}));
  usePrefetchQuery(routeQuery(call, 'operators.me', {}));
  usePrefetchQuery(routeQuery(call, 'operators.list', {}));
  usePrefetchQuery(routeQuery(call, 'bots.list', {}));
  usePrefetchQuery(routeQuery(call, 'hours.get', {}));
}

/**
 * One chat, kept up to date by events; disabled without an id. Until it is answered, as it was in a list. Whoever selects
 * a part of it hears of changes of that part only.
 */
export function useChat<Part = Chat>(chatId: string | undefined, select?: (chat: Chat) => Part) {
  const { call, queryClient } = useConsole();
  // The same function keeps the chat that it found, also once that has left its list.
  const listed = useCallback(() => loadedChats(queryClient).find(({ id }) => id === chatId), [queryClient, chatId]);
  return useQuery<Chat, Error, Part>({
    queryKey: ['chats.get', { chatId }],
    queryFn: chatId === undefined ? skipToken : () => call('chats.get', { chatId }),
    placeholderData: listed,
    ...(select && { select }),
  });
}

const idOf = ({ id }: Chat): string => id;

/** True if a chat does not exist: erased, or never there. */
export function useIsGone(chatId: string | undefined): boolean {
  const { error, data } = useChat(chatId, idOf);
  return data === undefined && error instanceof ContractError && error.code === 'not_found';
}

type ChatAction =
  | 'chats.take'
  | 'chats.assign'
  | 'chats.unassign'
  | 'chats.returnToBot'
  | 'chats.close'
  | 'chats.reopen'
  | 'chats.snooze'
  | 'chats.unsnooze'
  | 'chats.pin'
  | 'chats.markRead';

/** Acts on a chat; the result arrives as an event or in the answer, whichever comes first. */
export function useChatAction<A extends ChatAction>(action: A): ReturnType<typeof useCachedMutation<A, 'chats.get'>> {
  return useCachedMutation(action, 'chats.get', {
    cachedInput: ({ chatId }: RouteInput<ChatAction>) => ({ chatId }),
    // As in events, without what only programs count.
    after: (chat: Chat) => chat as RouteOutput<'chats.get'>,
  });
}

const NOBODY: readonly string[] = [];

export type Colleagues = ReturnType<typeof useColleagues>;

/** Lists operators at a chat now, without the signed-in one: viewing it or writing in it, and writing a reply. */
export function useColleagues(chatId: string) {
  const operators = useOperators().data;
  const meId = useMe().data?.id;
  const { data } = useRouteQuery(
    'chats.attention',
    {},
    { select: ({ chats }) => chats.find((chat) => chat.chatId === chatId) },
  );
  const named = (ids: readonly string[] = NOBODY): readonly Operator[] =>
    ids.length === 0 ? [] : (operators ?? []).filter(({ id }) => id !== meId && ids.includes(id));
  return { looking: named(data && [...data.looking, ...data.typing]), typing: named(data?.typing) };
}

export type ClosedChat = ReturnType<typeof useClosedChat>;

/** Actions on a closed chat, and why it may not be reopened or followed by a new one; empty while open. */
export function useClosedChat({ id: chatId, state, channelId, customer }: Chat) {
  const isClosed = state === 'closed';
  const customerChats = useRouteQuery('customers.chats', isClosed ? { customerId: customer.id, limit: 50 } : undefined)
    .data?.chats;
  const channels = useChannels().data;
  if (!isClosed) return {};
  const newer = customerChats?.filter((chat) => chat.customer.id === customer.id && Number(chat.id) > Number(chatId));
  const openId = newer?.find((chat) => chat.state !== 'closed')?.id;
  const isChannelGone = channels !== undefined && !channels.some(({ id }) => id === channelId);
  const bar =
    customer.blocked === true
      ? ('blocked' as const)
      : isChannelGone
        ? ('channelGone' as const)
        : openId === undefined
          ? undefined
          : ('newer' as const);
  return { bar, openId, canReopen: bar === undefined && newer?.length === 0, canBegin: bar === undefined };
}
