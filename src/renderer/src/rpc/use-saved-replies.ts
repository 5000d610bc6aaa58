import { useMutation, useQuery } from '@tanstack/react-query';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** What operators say often, by shortcut. */
export function useSavedReplies() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.savedReplies, queryFn: async () => (await call('savedReplies.list', {})).replies });
}

/** Adds saved replies, changes them and takes them away; after each the list is asked again. */
export function useSavedReplyChanges() {
  const { call, queryClient } = useConsole();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keys.savedReplies });
  return {
    create: useMutation({
      mutationFn: (input: RouteInput<'savedReplies.create'>) => call('savedReplies.create', input),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (input: RouteInput<'savedReplies.update'>) => call('savedReplies.update', input),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (replyId: string) => call('savedReplies.remove', { replyId }), onSuccess }),
    importAll: useMutation({
      mutationFn: (input: RouteInput<'savedReplies.import'>) => call('savedReplies.import', input),
      onSuccess,
    }),
  };
}
