import type { ConnectionView } from '#shared/contract/connection.ts';
import type { RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { useAsk, useChange } from './ask.ts';

/** How customers reach the listener, and whether they do. */
export function useWayIn() {
  return useAsk('connection.get', {});
}

/** Where customers reach the listener, or would; without a slash at the end, empty until it is known. */
export function usePublicAddress(): string {
  return useWayIn().data?.reach.url ?? '';
}

/** Routes that answer with how it stands with the way in then. */
type WayInRoute = Extract<RouteName, `connection.${string}`> &
  { [Route in RouteName]: RouteOutput<Route> extends ConnectionView ? Route : never }[RouteName];

function useWayInChange<Route extends WayInRoute>(route: Route, inTurn = false) {
  return useChange<Route, 'connection.get'>(route, 'connection.get', { after: (view: ConnectionView) => view, inTurn });
}

/** What can be done about the way in. */
export function useWayInChanges() {
  return {
    change: useWayInChange('connection.change', true),
    check: useWayInChange('connection.check'),
    importCertificate: useWayInChange('connection.importCertificate', true),
    renewAuthority: useWayInChange('connection.renewAuthority', true),
    forgetHostKey: useWayInChange('connection.forgetHostKey', true),
    dismissMovedPort: useWayInChange('connection.dismissMovedPort'),
    dismissFormerUrl: useWayInChange('connection.dismissFormerUrl'),
  };
}
