import { useMutation } from '@tanstack/react-query';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';

/** What can be done to channels; after each the list is asked again. */
export function useChannelChanges() {
  const { call, queryClient } = useConsole();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keys.channels });
  return {
    create: useMutation({
      mutationFn: (input: RouteInput<'channels.create'>) => call('channels.create', input),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (input: RouteInput<'channels.update'>) => call('channels.update', input),
      onSuccess,
    }),
    pause: useMutation({ mutationFn: (channelId: string) => call('channels.pause', { channelId }), onSuccess }),
    resume: useMutation({ mutationFn: (channelId: string) => call('channels.resume', { channelId }), onSuccess }),
    renewSecret: useMutation({
      mutationFn: (channelId: string) => call('channels.renewSecret', { channelId }),
      onSuccess,
    }),
    restoreSecret: useMutation({
      mutationFn: (input: RouteInput<'channels.restoreSecret'>) => call('channels.restoreSecret', input),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (channelId: string) => call('channels.remove', { channelId }), onSuccess }),
  };
}
