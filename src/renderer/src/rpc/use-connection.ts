import type { ConnectionView } from '#shared/contract/connection.ts';
import type { RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { useCachedMutation, useRouteQueryFor } from './ask.ts';

/** The listener's public address, and whether it is reachable. */
export function useWayIn() {
  return useRouteQueryFor('owner', 'connection.get', {});
}

/** The listener's public address, current or configured; without a trailing slash, empty until known. */
export function usePublicAddress(): string {
  return useWayIn().data?.reach.url ?? '';
}

/** Routes that answer with the state of the way in. */
type WayInRoute = Extract<RouteName, `connection.${string}`> &
  { [Route in RouteName]: RouteOutput<Route> extends ConnectionView ? Route : never }[RouteName];

function useWayInChange<Route extends WayInRoute>(route: Route, sequential = false) {
  return useCachedMutation<Route, 'connection.get'>(route, 'connection.get', {
    after: (view: ConnectionView) => view,
    sequential,
  });
}

/** Actions on the way in. */
export function useWayInChanges() {
  return {
    change: useWayInChange('connection.change', true),
    check: useWayInChange('connection.check'),
    importCertificate: useWayInChange('connection.importCertificate', true),
    renewAuthority: useWayInChange('connection.renewAuthority', true),
    forgetPin: useWayInChange('connection.forgetPin', true),
    dismissMovedPort: useWayInChange('connection.dismissMovedPort'),
    dismissFormerUrl: useWayInChange('connection.dismissFormerUrl'),
  };
}
