import type { ChatFilter } from '#shared/contract/routes.ts';
import type { Console } from './console.ts';
import { botsQuery } from './use-bots.ts';
import { channelsQuery } from './use-channels.ts';
import { chatsQuery, countsQuery } from './use-chats.ts';
import { hoursQuery } from './use-hours.ts';
import { meQuery, operatorsQuery } from './use-operators.ts';

/** Asks at once for all that the inbox shows first, so that it need not wait for one answer after the other. */
export function askAhead({ call, queryClient }: Pick<Console, 'call' | 'queryClient'>, filter: ChatFilter): void {
  const asked: readonly Promise<unknown>[] = [
    queryClient.infiniteQuery(chatsQuery(call, filter)),
    queryClient.query(countsQuery(call)),
    queryClient.query(channelsQuery(call)),
    queryClient.query(meQuery(call)),
    queryClient.query(operatorsQuery(call)),
    queryClient.query(botsQuery(call)),
    queryClient.query(hoursQuery(call)),
  ];
  // What shows an answer asks again where there was none, and says why.
  for (const answer of asked) answer.catch(() => undefined);
}
