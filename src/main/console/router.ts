import type { Logger } from 'pino';
import { failedAnswer } from '#shared/contract/answers.ts';
import { ContractError, type Answer } from '#shared/contract/errors.ts';
import { isRouteName, routes, type ParsedInput, type RouteName, type RouteOutput } from '#shared/contract/routes.ts';
import { fieldRule, readPhrase } from '#shared/domain/phrase.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** The caller. */
export interface Caller {
  readonly operatorId: string;
}

/** One handler per route, checked by the compiler. */
export type Handlers = {
  readonly [R in RouteName]: (input: ParsedInput<R>, caller: Caller) => Promise<RouteOutput<R>>;
};

/** Handlers of some domains: those of `chats` are all routes `chats.…`. */
export type HandlersOf<Domain extends string> = Pick<Handlers, Extract<RouteName, `${Domain}.${string}`>>;

/** Default page sizes of lists and of search results. */
export const PAGE = 50;
export const SEARCH_PAGE = 20;

export type Router = (operatorId: string, route: string, input: unknown) => Promise<Answer>;

/** Running from sources, so in development and tests: check each answer against its schema. */
const CHECKS_ANSWERS = import.meta.url.endsWith('.ts');

/** Parses, delegates and answers. Never throws: expected errors are coded, others are logged. */
export function createRouter(handlers: Handlers, log: Logger): Router {
  return async (operatorId, route, input) => {
    if (!isRouteName(route))
      return failedAnswer({
        code: 'unknown_route',
        reason: phrase('errors:refusals.noRoute', { route: route.slice(0, 80) }),
      });
    const parsed = routes[route].input.safeParse(input ?? {}, { error: fieldRule });
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        reason: readPhrase(message),
      }));
      return failedAnswer({
        code: 'invalid_input',
        reason: issues[0]?.reason ?? phrase('errors:refusals.input'),
        issues,
      });
    }
    try {
      const handle = handlers[route] as (input: unknown, caller: Caller) => Promise<unknown>;
      const data = await handle(parsed.data, { operatorId });
      if (CHECKS_ANSWERS) routes[route].output.parse(data);
      return { ok: true, data };
    } catch (error) {
      if (error instanceof ContractError) return failedAnswer(error);
      log.error({ err: error, route }, 'a console request met a fault');
      return failedAnswer({ code: 'internal', reason: phrase('errors:refusals.internal.text') });
    }
  };
}
