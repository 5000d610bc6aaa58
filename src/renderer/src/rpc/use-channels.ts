import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Call } from './client.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** All channels. How many chats of each are open is as old as the last question: `countedAnew` asks when the screen opens. */
export function useChannels({ countedAnew = false }: { readonly countedAnew?: boolean } = {}) {
  const { call } = useConsole();
  return useQuery({ ...channelsQuery(call), refetchOnMount: countedAnew ? 'always' : true });
}

/** Asks for all channels. */
export function channelsQuery(call: Call) {
  return queryOptions({ queryKey: keys.channels, queryFn: async () => (await call('channels.list', {})).channels });
}

/** One channel; undefined while it is not known, or after it was removed. */
export function useChannel(channelId: string | undefined) {
  return useChannels().data?.find(({ id }) => id === channelId);
}
