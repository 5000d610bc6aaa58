import { useMutation, useQuery } from '@tanstack/react-query';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** The stickers that operators may send, in the order in which they were added. */
export function useStickers() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.stickers, queryFn: async () => (await call('stickers.list', {})).stickers });
}

/** Adds stickers and takes them away; after each the list is asked again. */
export function useStickerChanges() {
  const { call, queryClient } = useConsole();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keys.stickers });
  return {
    add: useMutation({ mutationFn: (input: RouteInput<'stickers.add'>) => call('stickers.add', input), onSuccess }),
    remove: useMutation({ mutationFn: (stickerId: string) => call('stickers.remove', { stickerId }), onSuccess }),
  };
}
