import { useQuery } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** All channels, with how many chats of each are open. */
export function useChannels() {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.channels,
    queryFn: async () => (await call('channels.list', {})).channels,
  });
}

/** One channel; undefined while it is not known, or after it was removed. */
export function useChannel(channelId: string | undefined) {
  return useChannels().data?.find(({ id }) => id === channelId);
}
