import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  skipToken,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  useMutation,
  type UseMutationOptions,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import type { Call } from './client.ts';
import { useConsole } from './console-context.tsx';

/*
 * What the engine answered is kept under its route and what was asked: `['chats.get', { chatId }]`. What begins so is
 * meant by a part of it: `['chats.get']` are all chats, `['messages.list', { chatId }]` all that is kept of one.
 */

/** What can be said of a question besides what is asked, as react-query has it. */
type AskOptions<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, 'queryKey' | 'queryFn'>;

/** A question to a route, for who asks without showing the answer. */
export function question<Route extends RouteName>(
  call: Call,
  route: Route,
  input: RouteInput<Route>,
): { readonly queryKey: QueryKey; readonly queryFn: () => Promise<RouteOutput<Route>> } {
  return { queryKey: [route, input], queryFn: () => call(route, input) };
}

/** What a route answers, kept fresh by events; nothing is asked while `input` is undefined. */
export function useAsk<Route extends RouteName>(
  route: Route,
  input: RouteInput<Route> | undefined,
): UseQueryResult<RouteOutput<Route>>;
export function useAsk<Route extends RouteName, Data = RouteOutput<Route>>(
  route: Route,
  input: RouteInput<Route> | undefined,
  options: AskOptions<RouteOutput<Route>, Data>,
): UseQueryResult<Data>;
export function useAsk<Route extends RouteName, Data>(
  route: Route,
  input: RouteInput<Route> | undefined,
  options: AskOptions<RouteOutput<Route>, Data> = {},
): UseQueryResult<Data> {
  const { call } = useConsole();
  return useQuery<RouteOutput<Route>, Error, Data>({
    ...options,
    queryKey: [route, input],
    queryFn: input === undefined ? skipToken : () => call(route, input),
  });
}

/** Routes that answer page by page. */
type PagedRoute = {
  [Route in RouteName]: 'cursor' extends keyof RouteInput<Route> ? Route : never;
}[RouteName];
type Filter<Route extends PagedRoute> = Omit<RouteInput<Route>, 'cursor'>;
export type Pages<Route extends PagedRoute> = InfiniteData<RouteOutput<Route>, string | undefined>;
type PagesOptions<Route extends PagedRoute, Data> = Omit<
  UseInfiniteQueryOptions<RouteOutput<Route>, Error, Data, QueryKey, string | undefined>,
  'queryKey' | 'initialPageParam' | 'getNextPageParam'
>;

/** A question to a route that answers page by page. */
export function pagedQuestion<Route extends PagedRoute>(call: Call, route: Route, input: Filter<Route>) {
  return infiniteQueryOptions<RouteOutput<Route>, Error, Pages<Route>, QueryKey, string | undefined>({
    queryKey: [route, input],
    queryFn: ({ pageParam }) => call(route, { ...input, cursor: pageParam } as RouteInput<Route>),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { readonly nextCursor?: string }).nextCursor,
  });
}

/** What a route answers, page by page; `select` makes of the pages what is shown. */
export function useAskPages<Route extends PagedRoute, Data>(
  route: Route,
  input: Filter<Route>,
  options: PagesOptions<Route, Data> & { readonly select: (pages: Pages<Route>) => Data },
) {
  const { call } = useConsole();
  return useInfiniteQuery({ ...pagedQuestion(call, route, input), ...options });
}

/** What a route takes to act; nothing where it needs nothing. */
type Taken<Route extends RouteName> =
  Record<never, never> extends RouteInput<Route> ? RouteInput<Route> | void : RouteInput<Route>;

function taken<Route extends RouteName>(input: Taken<Route>): RouteInput<Route> {
  return (input ?? {}) as RouteInput<Route>;
}

/** Does what a route does. What it `changed` is asked again before it counts as done. */
export function useAct<Route extends RouteName>(route: Route, ...changed: readonly RouteName[]) {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (input: Taken<Route>) => call(route, taken(input)),
    onSuccess: () => Promise.all(changed.map((other) => queryClient.invalidateQueries({ queryKey: [other] }))),
  });
}

interface ChangeOptions<Route extends RouteName, Of extends RouteName> {
  /** what was asked for the answer that changes; left out: nothing */
  readonly asked?: (input: RouteInput<Route>) => RouteInput<Of>;
  /** what is shown at once, until the engine answers; where it disagrees, what was known is back */
  readonly guess?: (known: RouteOutput<Of>, input: RouteInput<Route>) => RouteOutput<Of>;
  /** what is known by the answer, where no event came before it */
  readonly after: (answer: RouteOutput<Route>, known: RouteOutput<Of> | undefined) => RouteOutput<Of> | undefined;
  /** changes go to the engine one after the other, in the order in which they were made */
  readonly inTurn?: boolean;
}

/**
 * What a change is made of: what the route takes, or how it follows from what is known when its turn comes. Where only
 * a part of what is sent was changed, the latter keeps two changes close together from undoing each other.
 */
type Change<Route extends RouteName, Of extends RouteName> =
  | Taken<Route>
  | ((known: RouteOutput<Of>) => RouteInput<Route>);

/** Does what a route does, and keeps what it answered as what another would answer now. */
export function useChange<Route extends RouteName, Of extends RouteName>(
  route: Route,
  of: Of,
  options: ChangeOptions<Route, Of>,
) {
  const { call, queryClient } = useConsole();
  return useMutation(changing(call, queryClient, route, of, options));
}

/** The mutation behind `useChange`. */
export function changing<Route extends RouteName, Of extends RouteName>(
  call: Call,
  queryClient: QueryClient,
  route: Route,
  of: Of,
  { asked, guess, after, inTurn = false }: ChangeOptions<Route, Of>,
): UseMutationOptions<RouteOutput<Route>, Error, Change<Route, Of>, RouteOutput<Of> | undefined> {
  const isStep = (change: Change<Route, Of>) => typeof change === 'function';
  const keyOf = (change: Change<Route, Of>): QueryKey => [of, isStep(change) ? {} : (asked?.(taken(change)) ?? {})];
  const inputOf = (change: Change<Route, Of>, known: RouteOutput<Of> | undefined): RouteInput<Route> => {
    if (!isStep(change)) return taken(change);
    if (known === undefined) throw new Error(`${of} is changed before it is known`);
    return change(known);
  };
  return {
    ...(inTurn && { scope: { id: of } }),
    mutationFn: async (change) => {
      const key = keyOf(change);
      const shown = queryClient.getQueryData<RouteOutput<Of>>(key);
      const answer = await call(route, inputOf(change, shown));
      // An event that came first may be newer than this answer.
      queryClient.setQueryData<RouteOutput<Of>>(key, (now) => (now === shown ? after(answer, now) : now));
      return answer;
    },
    onMutate: (change) => {
      const known = queryClient.getQueryData<RouteOutput<Of>>(keyOf(change));
      if (known !== undefined && guess !== undefined)
        queryClient.setQueryData(keyOf(change), guess(known, inputOf(change, known)));
      return known;
    },
    onError: (_error, change, known) => {
      if (known !== undefined && guess !== undefined) queryClient.setQueryData(keyOf(change), known);
    },
  };
}
