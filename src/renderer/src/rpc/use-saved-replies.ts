import { useQuery } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** What operators say often, by shortcut. */
export function useSavedReplies() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.savedReplies, queryFn: async () => (await call('savedReplies.list', {})).replies });
}
