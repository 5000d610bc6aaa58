import { useQuery } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** The stickers that operators may send, in the order in which they were added. */
export function useStickers() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.stickers, queryFn: async () => (await call('stickers.list', {})).stickers });
}
