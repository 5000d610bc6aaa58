import { commands, type RouteCommands, routeQueries } from '#main/store/commands.ts';
import type { Audited } from '#shared/contract/audited.ts';
import type { AnyRoute, Audience } from '#shared/contract/fields.ts';
import { routes, type RouteName } from '#shared/contract/routes.ts';

/** A route as the router needs it. Those of the store have no schema of their answer: the compiler checks it. */
type Known = Pick<AnyRoute, 'input'> &
  Partial<Pick<AnyRoute, 'output' | 'topics'>> & {
    readonly for?: Audience | 'everyone' | undefined;
    readonly audit?: Audited | 'none' | undefined;
  };

/** Everything the console can ask for. */
export const allRoutes: Readonly<Record<RouteName, Known>> = {
  ...routes,
  ...(Object.fromEntries(
    Object.entries(commands).filter(([, { for: whom }]) => whom !== 'engine'),
  ) as unknown as RouteCommands),
  ...routeQueries,
};

export function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(allRoutes, name);
}

/** Returns the audience of the route; undefined: everyone who is signed in. */
export function audienceOf(route: RouteName): Audience | undefined {
  const audience = allRoutes[route].for;
  return audience === 'everyone' ? undefined : audience;
}

/** Its entry in the list of changes and sign-ins; undefined: none. */
export function auditedOf(route: RouteName): Audited | undefined {
  const { audit } = allRoutes[route];
  return audit === 'none' ? undefined : audit;
}
