import type { Logger } from 'pino';
import { ContractError, type Answer, type ContractErrorShape } from '#shared/contract/errors.ts';
import { isRouteName, routes, type ParsedInput, type RouteName, type RouteOutput } from '#shared/contract/routes.ts';

/** Who asks. */
export interface Caller {
  readonly operatorId: string;
}

/** One handler for every route: the compiler says which one is missing. */
export type Handlers = {
  readonly [R in RouteName]: (input: ParsedInput<R>, caller: Caller) => Promise<RouteOutput<R>>;
};

export type Router = (operatorId: string, route: string, input: unknown) => Promise<Answer>;

/** Parses, delegates, answers. Never throws: what is expected comes back coded, what is not is logged. */
export function createRouter(handlers: Handlers, log: Logger): Router {
  return async (operatorId, route, input) => {
    if (!isRouteName(route))
      return refused({ code: 'unknown_route', message: `There is no route "${route.slice(0, 80)}"` });
    const parsed = routes[route].input.safeParse(input ?? {});
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
      return refused({ code: 'invalid_input', message: issues[0]?.message ?? 'The input does not fit', issues });
    }
    try {
      const handle = handlers[route] as (input: unknown, caller: Caller) => Promise<unknown>;
      return { ok: true, data: await handle(parsed.data, { operatorId }) };
    } catch (error) {
      if (error instanceof ContractError) {
        return refused({
          code: error.code,
          message: error.message,
          ...(error.issues !== undefined && { issues: error.issues }),
        });
      }
      log.error({ err: error, route }, 'a console request met a fault');
      return refused({
        code: 'internal',
        message: 'Counterbell met a fault of its own. Try again; the log has the details.',
      });
    }
  };
}

function refused(error: ContractErrorShape): Answer {
  return { ok: false, error };
}
