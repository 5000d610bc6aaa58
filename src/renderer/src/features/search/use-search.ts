import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RouteInput } from '#shared/contract/routes.ts';
import type { ChatHits } from '#shared/contract/search.ts';
import { useRoutePages } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';

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
        call('search.customers', {
          ...search,
          limit: pageParam === undefined ? CUSTOMERS : CHATS,
          cursor: pageParam,
        }),
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
  for (const each of found) {
    const known = chats.get(each.chat.id);
    if (known === undefined) chats.set(each.chat.id, each);
    else if (isOneChat) chats.set(each.chat.id, { ...known, hits: [...known.hits, ...each.hits] });
    else chats.set(each.chat.id, { ...known, more: known.more + each.hits.length + each.more });
  }
  return [...chats.values()];
}
