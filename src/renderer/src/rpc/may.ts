import { type QueryClient, type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import type { RouteName, RouteOutput, Routes } from '#shared/contract/routes.ts';
import type { Operator, Role } from '#shared/domain/entities.ts';
import { useConsole } from './console-context.tsx';

/** Who may call a route that not everyone may, as its `for` in the contract. Routes for oneself are everyone's here. */
export type Audience = 'owner' | 'reports';

/** The routes of an audience; of `undefined`, those of everyone. */
export type RouteFor<Of extends Audience | undefined> = {
  [Route in RouteName]: (
    Routes[Route] extends { readonly for: infer Named extends Audience } ? Named : undefined
  ) extends Of
    ? Route
    : never;
}[RouteName];

const ME: QueryKey = ['operators.me', {}];

/** Whether this operator may see what is for `audience`; undefined until known. */
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
    queryFn: dependsOnTeam ? () => call('team.get', {}) : skipToken,
  }).data;
  if (role === undefined) return undefined;
  return dependsOnTeam ? team?.reports : role === 'owner';
}

/** Marks a query whose answer is only for `audience`. */
export function metaFor(audience: Audience): { readonly audience: Audience } {
  return { audience };
}

/** Adopts the role that an event connection has now. What only the former one may see is forgotten, not refetched. */
export function adoptRole(queryClient: QueryClient, role: Role): void {
  const me = queryClient.getQueryData<Operator>(ME);
  if (me === undefined || me.role === role) return;
  queryClient.setQueryData<Operator>(ME, { ...me, role });
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['audience'] !== undefined });
}
