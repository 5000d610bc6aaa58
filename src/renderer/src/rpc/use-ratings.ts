import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';
import { keys, type RatingFilters } from './query-keys.ts';

const PAGE = 50;

/** Ratings, newest first, page by page; `count` and `average` are of all that fit the filters. */
export function useRatings(filters: RatingFilters) {
  const { call } = useConsole();
  return useInfiniteQuery({
    queryKey: keys.ratingsOf(filters),
    queryFn: ({ pageParam }) =>
      call('ratings.list', { ...filters, limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      ratings: pages.flatMap(({ ratings }) => ratings),
      count: pages[0]?.count ?? 0,
      average: pages[0]?.average ?? null,
    }),
  });
}

/** A customer's latest rating of any chat; null where they gave none. */
export function useLatestRating(customerId: string) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.latestRating(customerId),
    queryFn: async () => (await call('ratings.list', { customerId, limit: 1 })).ratings[0] ?? null,
  });
}
