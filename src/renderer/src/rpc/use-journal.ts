import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RouteInput } from '#shared/contract/routes.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import type { Call } from './transport.ts';
import { useConsole } from './console-context.tsx';
import { metaFor } from './ask.ts';

export type JournalFilter = Omit<RouteInput<'journal.list'>, 'cursor' | 'after' | 'limit'>;

const PAGE = 50;
/** Rows that a search collects before it waits to be asked for more. */
const MIN_ROWS = 30;
/** Limits for new entries since the list was opened: per request, and in total before the list is reloaded. */
const NEWS_PAGE = 200;
const MAX_NEWS = 600;

/** Before all entries. */
const FIRST_ENTRY = '0';

interface News {
  /** newest first */
  readonly entries: readonly JournalEntry[];
  /** cursor of the search */
  readonly after: string | undefined;
  readonly dropped: number;
}

/** Journal entries, newest first: paged backwards, and extended with new entries while open, unless paused. */
export function useJournal(filter: JournalFilter, paused: boolean) {
  const { call, queryClient } = useConsole();
  const earlier = useInfiniteQuery({
    queryKey: ['journal.earlier', filter],
    queryFn: ({ pageParam, signal }) => earlierPage(call, filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    meta: metaFor('owner'),
    staleTime: 0,
    gcTime: 0,
  });
  const anchor = earlier.data?.pages[0]?.anchor;
  const newsKey = ['journal.list', filter, anchor];
  const news = useQuery({
    queryKey: newsKey,
    queryFn: () =>
      laterEntries(call, filter, queryClient.getQueryData<News>(newsKey) ?? { entries: [], after: anchor, dropped: 0 }),
    enabled: anchor !== undefined && !paused,
    meta: metaFor('owner'),
    staleTime: 0,
    gcTime: 0,
  });

  const rows = earlier.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const known = new Set(rows.map(({ id }) => id));
  const later = (news.data?.entries ?? []).filter(({ id }) => !known.has(id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = earlier;
  const isSearching = rows.length < MIN_ROWS && hasNextPage;
  useEffect(() => {
    // A long search returns what it found after a moment, even if that is nothing.
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  const isFlooded = (news.data?.entries.length ?? 0) >= MAX_NEWS;
  useEffect(() => {
    if (isFlooded) void refetch();
  }, [isFlooded, refetch]);

  return {
    entries: [...later, ...rows],
    dropped: news.data?.dropped ?? earlier.data?.pages[0]?.dropped ?? 0,
    isPending: earlier.isPending,
    isError: earlier.isError,
    error: earlier.error,
    isSearching: isSearching || isFetchingNextPage,
    hasEarlier: hasNextPage,
    showEarlier: () => void fetchNextPage(),
    refetch,
  };
}

/** `anchor`: the newest entry when the list was opened; later ones are new. */
async function earlierPage(call: Call, filter: JournalFilter, cursor: string | undefined, signal: AbortSignal) {
  const newest = cursor === undefined ? (await call('journal.list', { limit: 1 })).entries[0] : undefined;
  signal.throwIfAborted();
  const page = await call('journal.list', { ...filter, limit: PAGE, ...(cursor !== undefined && { cursor }) });
  return { ...page, anchor: newest?.id ?? FIRST_ENTRY };
}

async function laterEntries(call: Call, filter: JournalFilter, before: News): Promise<News> {
  let { entries, after } = before;
  for (;;) {
    const page = await call('journal.list', { ...filter, limit: NEWS_PAGE, after: after ?? FIRST_ENTRY });
    entries = [...page.entries.toReversed(), ...entries].slice(0, MAX_NEWS);
    after = page.nextCursor ?? page.entries.at(-1)?.id ?? after;
    if (page.nextCursor === undefined || entries.length >= MAX_NEWS) return { entries, after, dropped: page.dropped };
  }
}
