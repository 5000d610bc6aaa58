import {
  infiniteQueryOptions,
  type InfiniteData,
  notifyManager,
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
import type { RouteInput, RouteName, RouteOutput, Routes } from '#shared/contract/routes.ts';
import type { Operator, Role } from '#shared/domain/entities.ts';
import type { Call } from './transport.ts';
import { ME } from './role.ts';
import { useConsole } from './console-context.tsx';

/*
 * Answers are cached under the route and its input: `['chats.get', { chatId }]`. A prefix matches all of them:
 * `['chats.get']` is every chat, `['messages.list', { chatId }]` everything cached for one.
 */

/** Query options besides the input, as in react-query. */
type RouteQueryOptions<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, 'queryKey' | 'queryFn'>;

/** Query options of a route, for fetching without subscribing. */
export function routeQuery<Route extends RouteName>(
  call: Call,
  route: Route,
  input: RouteInput<Route>,
): { readonly queryKey: QueryKey; readonly queryFn: () => Promise<RouteOutput<Route>> } {
  return { queryKey: [route, input], queryFn: () => call(route, input) };
}

/** A route's answer, kept up to date by events; disabled while `input` is undefined. */
export function useRouteQuery<Route extends RouteFor<undefined>, Data = RouteOutput<Route>>(
  route: Route,
  input: RouteInput<Route> | undefined,
  options: RouteQueryOptions<RouteOutput<Route>, Data> = {},
): UseQueryResult<NoInfer<Data>> {
  const { call } = useConsole();
  return useQuery<RouteOutput<Route>, Error, Data>({
    ...options,
    queryKey: [route, input],
    queryFn: input === undefined ? skipToken : () => call(route, input),
  });
}

/** The same of a route that not everyone may call: disabled for everyone else too, so that they are not refused. */
export function useRouteQueryFor<Of extends Audience, Route extends RouteFor<Of>, Data = RouteOutput<Route>>(
  audience: Of,
  route: Route,
  input: RouteInput<Route> | undefined,
  options: RouteQueryOptions<RouteOutput<Route>, Data> = {},
): UseQueryResult<NoInfer<Data>> {
  const { call } = useConsole();
  const may = useMay(audience);
  return useQuery<RouteOutput<Route>, Error, Data>({
    ...options,
    meta: metaFor(audience),
    queryKey: [route, input],
    queryFn: input === undefined || may !== true ? skipToken : () => call(route, input),
  });
}

type PagedRoute = {
  [Route in RouteName]: 'cursor' extends keyof RouteInput<Route> ? Route : never;
}[RouteName];
type Filter<Route extends PagedRoute> = Omit<RouteInput<Route>, 'cursor'>;
type Pages<Route extends PagedRoute> = InfiniteData<RouteOutput<Route>, string | undefined>;
type PagesOptions<Route extends PagedRoute, Data> = Omit<
  UseInfiniteQueryOptions<RouteOutput<Route>, Error, Data, QueryKey, string | undefined>,
  'queryKey' | 'initialPageParam' | 'getNextPageParam'
>;

export function pagedRouteQuery<Route extends PagedRoute>(call: Call, route: Route, input: Filter<Route>) {
  return infiniteQueryOptions<RouteOutput<Route>, Error, Pages<Route>, QueryKey, string | undefined>({
    queryKey: [route, input],
    queryFn: ({ pageParam }) => call(route, { ...input, cursor: pageParam } as RouteInput<Route>),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { readonly nextCursor?: string }).nextCursor,
  });
}

/** A route's paged answer; `select` maps the pages to what is shown. */
export function useRoutePages<Route extends PagedRoute, Data>(
  route: Route,
  input: Filter<Route>,
  options: PagesOptions<Route, Data> & { readonly select: (pages: Pages<Route>) => Data },
) {
  const { call } = useConsole();
  return useInfiniteQuery({ ...pagedRouteQuery(call, route, input), ...options });
}

/** The input of a mutation; void where the route has none. */
type MutationInput<Route extends RouteName> =
  Record<never, never> extends RouteInput<Route> ? RouteInput<Route> | void : RouteInput<Route>;

function toInput<Route extends RouteName>(input: MutationInput<Route>): RouteInput<Route> {
  return (input ?? {}) as RouteInput<Route>;
}

/** Calls a route that acts. The queries in `changed` are refetched before the mutation settles. */
export function useRouteMutation<Route extends RouteName>(route: Route, ...changed: readonly RouteName[]) {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (input: MutationInput<Route>) => call(route, toInput(input)),
    onSuccess: () => Promise.all(changed.map((other) => queryClient.invalidateQueries({ queryKey: [other] }))),
  });
}

interface CachedMutationOptions<Route extends RouteName, Of extends RouteName> {
  /** input of the cached answer that changes; left out: none */
  readonly cachedInput?: (input: RouteInput<Route>) => RouteInput<Of>;
  /** optimistic value, shown until the engine answers and rolled back if it refuses */
  readonly optimistic?: (known: RouteOutput<Of>, input: RouteInput<Route>) => RouteOutput<Of>;
  /** the cached value after the answer, unless an event arrived first */
  readonly after: (answer: RouteOutput<Route>, known: RouteOutput<Of> | undefined) => RouteOutput<Of> | undefined;
  /** changes are sent one at a time, in the order they were made */
  readonly sequential?: boolean;
}

/**
 * The input of a change, or a function of the cached value when its turn comes. Use the function when only part of the
 * input was changed, so that two quick changes don't undo each other.
 */
type Change<Route extends RouteName, Of extends RouteName> =
  | MutationInput<Route>
  | ((known: RouteOutput<Of>) => RouteInput<Route>);

/** Calls a route that acts and caches its answer as that of another route. Once it is answered, that is shown. */
export function useCachedMutation<Route extends RouteName, Of extends RouteName>(
  route: Route,
  of: Of,
  options: CachedMutationOptions<Route, Of>,
) {
  const { call, queryClient } = useConsole();
  return useMutation(cachedMutation(call, queryClient, route, of, options));
}

export function cachedMutation<Route extends RouteName, Of extends RouteName>(
  call: Call,
  queryClient: QueryClient,
  route: Route,
  of: Of,
  { cachedInput, optimistic, after, sequential = false }: CachedMutationOptions<Route, Of>,
): UseMutationOptions<RouteOutput<Route>, Error, Change<Route, Of>, RouteOutput<Of> | undefined> {
  const isStep = (change: Change<Route, Of>) => typeof change === 'function';
  const keyOf = (change: Change<Route, Of>): QueryKey => [
    of,
    isStep(change) ? {} : (cachedInput?.(toInput(change)) ?? {}),
  ];
  const inputOf = (change: Change<Route, Of>, known: RouteOutput<Of> | undefined): RouteInput<Route> => {
    if (!isStep(change)) return toInput(change);
    if (known === undefined) throw new Error(`${of} is changed before it is known`);
    return change(known);
  };
  return {
    ...(sequential && { scope: { id: of } }),
    mutationFn: async (change) => {
      const key = keyOf(change);
      const shown = queryClient.getQueryData<RouteOutput<Of>>(key);
      const answer = await call(route, inputOf(change, shown));
      // An event that arrived first may be newer than this answer.
      queryClient.setQueryData<RouteOutput<Of>>(key, (now) => (now === shown ? after(answer, now) : now));
      // Screens may hear of it in a later task. A dialog that closes on the answer focuses a field that is only there then.
      await new Promise<void>((resolve) => notifyManager.schedule(() => setTimeout(resolve)));
      return answer;
    },
    onMutate: (change) => {
      const known = queryClient.getQueryData<RouteOutput<Of>>(keyOf(change));
      if (known !== undefined && optimistic !== undefined)
        queryClient.setQueryData(keyOf(change), optimistic(known, inputOf(change, known)));
      return known;
    },
    onError: (_error, change, known) => {
      if (known !== undefined && optimistic !== undefined) queryClient.setQueryData(keyOf(change), known);
    },
  };
}

/** Audience of a restricted route, as its `for` in the contract. Routes for oneself are everyone's here. */
type Audience = 'owner' | 'reports';

/** The routes of an audience; of `undefined`, those of everyone. */
type RouteFor<Of extends Audience | undefined> = {
  [Route in RouteName]: (
    Routes[Route] extends { readonly for: infer Named extends Audience } ? Named : undefined
  ) extends Of
    ? Route
    : never;
}[RouteName];

/** Checks whether this operator may see what is for `audience`; undefined until known. */
export function useMay(audience: Audience): boolean | undefined {
  const { call } = useConsole();
  const role = useQuery<Operator, Error, Role>({
    queryKey: ME,
    queryFn: () => call('operators.me', {}),
    select: (me) => me.role,
  }).data;
  const dependsOnTeam = audience === 'reports' && role === 'operator';
  const team = useQuery<RouteOutput<'team.get'>>({
    queryKey: ['team.get', {}],
    queryFn: () => call('team.get', {}),
    // Not by a token in place of the function: another screen may need the same answer.
    enabled: dependsOnTeam,
  }).data;
  if (role === undefined) return undefined;
  return dependsOnTeam ? team?.reports : role === 'owner';
}

/** Marks a query whose answer is only for `audience`. */
export function metaFor(audience: Audience): { readonly audience: Audience } {
  return { audience };
}
