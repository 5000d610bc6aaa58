import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ChatsBehind, ReportSelection } from '#shared/contract/reports.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

const PAGE = 50;
/** Milliseconds after which a report that is looked at is made anew: it counts too much for every message. */
const FRESH = 60_000;

/** What chats came to; made anew every minute while it is shown. */
export function useReport(selection: ReportSelection) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.report(selection),
    queryFn: () => call('reports.get', selection),
    staleTime: FRESH,
    refetchInterval: FRESH,
    placeholderData: keepPreviousData,
  });
}

/** The chats behind a number of a report, newest first, page by page. */
export function useReportChats(selection: ReportSelection, behind: ChatsBehind) {
  const { call } = useConsole();
  return useInfiniteQuery({
    queryKey: keys.reportChats(selection, behind),
    queryFn: ({ pageParam }) =>
      call('reports.chats', {
        ...selection,
        behind,
        limit: PAGE,
        ...(pageParam !== undefined && { cursor: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ chats }) => chats),
    // Opened again, it is asked for again.
    gcTime: 0,
  });
}
