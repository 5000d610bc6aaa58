import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { TestBotSwitches } from '#shared/contract/bots.ts';
import type { Bot, BotTurn } from '#shared/domain/bots.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Call } from './client.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

const TURNS_PAGE = 50;

/** All bots, in the order in which they are asked. How many of their requests count is as old as the last question: `countedAnew` asks when the screen opens. */
export function useBots({ countedAnew = false }: { readonly countedAnew?: boolean } = {}) {
  const { call } = useConsole();
  return useQuery({ ...botsQuery(call), refetchOnMount: countedAnew ? 'always' : true });
}

/** Asks for all bots. */
export function botsQuery(call: Call) {
  return queryOptions({ queryKey: keys.bots, queryFn: async () => (await call('bots.list', {})).bots });
}

/** One bot; undefined while it is not known, or after it was removed. */
export function useBot(botId: string | undefined): Bot | undefined {
  return useBots().data?.find(({ id }) => id === botId);
}

/** The bot that would get this chat back: the one that had it last where it works on the channel, else the first that does. */
export function botForChat(bots: readonly Bot[], chat: Chat): Bot | undefined {
  const able = bots.filter(
    ({ state, channelIds }) => (state === 'working' || state === 'blocked') && channelIds.includes(chat.channelId),
  );
  return able.find(({ id }) => id === chat.botId) ?? able[0];
}

/** The lines of a chat's bot turn inspector, oldest first; `fetchNextPage` loads earlier ones. */
export function useBotTurns(chatId: string) {
  const { call } = useConsole();
  return useInfiniteQuery({
    queryKey: keys.botTurns(chatId),
    queryFn: ({ pageParam }) =>
      call('bots.turns', { chatId, limit: TURNS_PAGE, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.hasEarlier ? page.turns[0]?.id : undefined),
    select: ({ pages }): readonly BotTurn[] => pages.toReversed().flatMap(({ turns }) => turns),
  });
}

/** How the built-in test bot behaves. */
export function useTestBot() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.testBot, queryFn: () => call('testBot.get', {}) });
}

/** Changes how the test bot behaves; shown at once, taken back where the engine disagrees. */
export function useSetTestBotSwitches() {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (change: Partial<TestBotSwitches>) => call('testBot.setSwitches', change),
    onMutate: (change) => {
      const before = queryClient.getQueryData<TestBotSwitches>(keys.testBot);
      if (before !== undefined) queryClient.setQueryData<TestBotSwitches>(keys.testBot, { ...before, ...change });
      return before;
    },
    onSuccess: (switches) => queryClient.setQueryData<TestBotSwitches>(keys.testBot, switches),
    onError: (_error, _change, before) => {
      if (before !== undefined) queryClient.setQueryData<TestBotSwitches>(keys.testBot, before);
    },
  });
}
