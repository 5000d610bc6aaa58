import { useQuery } from '@tanstack/react-query';
import type { ChatSelection } from '#shared/contract/bulk.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** What is selected; undefined: nothing can be. Asked for anew when chats change. */
export function useBulkPreview(selection: ChatSelection | undefined) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.bulk(selection),
    queryFn: () =>
      selection === undefined ? Promise.reject(new Error('Nothing is selected')) : call('bulk.preview', selection),
    enabled: selection !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
}
