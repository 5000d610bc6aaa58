import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import type { Engine } from '#main/engine/engine.ts';

/** Asks the engine as one operator; rejects with the engine's code and words where it refuses. */
export type Ask = <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;

export function askAs(engine: Pick<Engine, 'request'>, operatorId: string): Ask {
  return async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
    const answer = await engine.request(operatorId, route, input);
    if (!answer.ok) {
      const { code, reason, message } = answer.error;
      throw new ContractError(code, reason, undefined, `${route}: ${message}`);
    }
    return answer.data as RouteOutput<R>;
  };
}
