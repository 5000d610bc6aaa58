import { usePrefetchInfiniteQuery, usePrefetchQuery } from '@tanstack/react-query';
import type { ChatFilter } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { botsQuery } from './use-bots.ts';
import { channelsQuery } from './use-channels.ts';
import { chatsQuery, countsQuery } from './use-chats.ts';
import { hoursQuery } from './use-hours.ts';
import { meQuery, operatorsQuery } from './use-operators.ts';

/** Asks at once for all that the inbox shows first, so that it waits neither for one answer after the other nor for its own frame. */
export function useAskAhead(filter: ChatFilter): void {
  const { call } = useConsole();
  usePrefetchInfiniteQuery(chatsQuery(call, filter));
  usePrefetchQuery(countsQuery(call));
  usePrefetchQuery(channelsQuery(call));
  usePrefetchQuery(meQuery(call));
  usePrefetchQuery(operatorsQuery(call));
  usePrefetchQuery(botsQuery(call));
  usePrefetchQuery(hoursQuery(call));
}
