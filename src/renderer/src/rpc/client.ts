import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { refused } from './refused.ts';
import type { Transport } from './transport.ts';

/** Asks the engine; rejects with the `ContractError` it answered, or `Unreachable`. */
export type Call = <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;

/** A typed client over a transport; `onSignedOut` hears of the first answer that asks for a sign-in. */
export function createClient(transport: Transport, onSignedOut: () => void): Call {
  return async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await transport.request(route, input);
    // The engine parsed its own answer with the route's schema: the border is checked on that side.
    if (answer.ok) return answer.data as RouteOutput<R>;
    if (answer.error.code === 'not_signed_in') onSignedOut();
    throw refused(answer.error);
  };
}
