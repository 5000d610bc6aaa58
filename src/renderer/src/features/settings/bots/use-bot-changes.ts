import { useMutation } from '@tanstack/react-query';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';

/** What can be done to bots; after each the list is asked again. */
export function useBotChanges() {
  const { call, queryClient } = useConsole();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keys.bots });
  return {
    create: useMutation({ mutationFn: (input: RouteInput<'bots.create'>) => call('bots.create', input), onSuccess }),
    update: useMutation({ mutationFn: (input: RouteInput<'bots.update'>) => call('bots.update', input), onSuccess }),
    enable: useMutation({ mutationFn: (botId: string) => call('bots.enable', { botId }), onSuccess }),
    disable: useMutation({ mutationFn: (botId: string) => call('bots.disable', { botId }), onSuccess }),
    remove: useMutation({ mutationFn: (botId: string) => call('bots.remove', { botId }), onSuccess }),
  };
}
