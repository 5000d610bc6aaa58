import type { QueryClient } from '@tanstack/react-query';
import type { Chat } from '#shared/domain/entities.ts';
import { allChats } from './chat-lists.ts';
import type { ChatPages } from './query-keys.ts';

/** The chats of all lists that were loaded, each once: the open ones first, then by their last activity. */
export function loadedChats(queryClient: QueryClient): readonly Chat[] {
  const lists = queryClient
    .getQueriesData<ChatPages>({ queryKey: ['chats'] })
    .flatMap(([, pages]) => (pages === undefined ? [] : allChats(pages)));
  const chats = [...new Map(lists.map((chat) => [chat.id, chat])).values()];
  return chats.sort(
    (a, b) => Number(a.state === 'closed') - Number(b.state === 'closed') || b.lastActivityAt - a.lastActivityAt,
  );
}
