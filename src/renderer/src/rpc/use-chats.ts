import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { startOfToday } from 'date-fns';
import { ContractError } from '#shared/contract/errors.ts';
import type { ChatFilter, RouteInput } from '#shared/contract/routes.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { allChats } from './chat-lists.ts';
import type { Call } from './client.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

const PAGE = 50;

/** One list of the inbox, narrowed to chats that have all of the tags, page by page, kept in order by events. */
export function useChats(filter: ChatFilter, tags: readonly string[] = []) {
  const { call } = useConsole();
  return useInfiniteQuery({ ...chatsQuery(call, filter, tags), structuralSharing: false, select: allChats });
}

/** Asks for a list of the inbox. */
export function chatsQuery(call: Call, filter: ChatFilter, tags: readonly string[] = []) {
  return infiniteQueryOptions({
    queryKey: keys.chats(filter, tags),
    queryFn: ({ pageParam }) =>
      call('chats.list', {
        filter,
        limit: PAGE,
        ...(tags.length > 0 && { tags: [...tags] }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** How many chats wait, are mine, are open; how many of them need the operator; and today's. */
export function useCounts() {
  const { call } = useConsole();
  return useQuery({ ...countsQuery(call), placeholderData: keepPreviousData });
}

/** Asks how many chats there are of each kind, and today. */
export function countsQuery(call: Call) {
  const since = startOfToday().getTime();
  return queryOptions({ queryKey: [...keys.counts, since], queryFn: () => call('chats.counts', { since }) });
}

/** One chat, kept up to date by events; none is asked for without an id. */
export function useChat(chatId: string | undefined) {
  const { call, queryClient } = useConsole();
  return useQuery({
    queryKey: keys.chat(chatId ?? ''),
    enabled: chatId !== undefined,
    queryFn: (): Promise<Chat> => call('chats.get', { chatId: chatId ?? '' }),
    placeholderData: () =>
      queryClient
        .getQueriesData<{ pages: { chats: Chat[] }[] }>({ queryKey: ['chats'] })
        .flatMap(([, pages]) => pages?.pages.flatMap((page) => page.chats) ?? [])
        .find(({ id }) => id === chatId),
  });
}

/** Whether there is no such chat any more, nor was one: erased, or never there. */
export function useIsGone(chatId: string | undefined): boolean {
  const { error, data } = useChat(chatId);
  return data === undefined && error instanceof ContractError && error.code === 'not_found';
}

type ChatAction =
  | 'chats.take'
  | 'chats.assign'
  | 'chats.unassign'
  | 'chats.returnToBot'
  | 'chats.close'
  | 'chats.reopen'
  | 'chats.markRead';

/** Does one thing to a chat; what it became arrives as an event, and from the answer where that is slow. */
export function useChatAction<A extends ChatAction>(action: A) {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (input: RouteInput<A>) => call<A>(action, input),
    onMutate: ({ chatId }) => queryClient.getQueryData<Chat>(keys.chat(chatId)),
    onSuccess: (chat, { chatId }, before) => {
      // An event that came first may be newer than this answer.
      if (queryClient.getQueryData<Chat>(keys.chat(chatId)) === before)
        queryClient.setQueryData<Chat>(keys.chat(chatId), chat);
    },
  });
}

/** Sends the customer a link to the rating page; the line it becomes arrives as an event. */
export function useRequestRating() {
  const { call } = useConsole();
  return useMutation({ mutationFn: (chatId: string) => call('chats.requestRating', { chatId }) });
}
