import type { Logger } from 'pino';
import { allRoutes, audienceOf, isRouteName } from './all-routes.ts';
import { limitedAnswer, limitedInput } from './limits.ts';
import type { Audit } from '#main/audit/audit.ts';
import type { Store } from '#main/store/store.ts';
import { apiRoutes } from '#shared/contract/api.ts';
import { failedAnswer } from '#shared/contract/answers.ts';
import { type Answer, ContractError } from '#shared/contract/errors.ts';
import type { Caller, CallsOf, Client } from '#shared/contract/calls.ts';
import type { RouteName, Routes } from '#shared/contract/routes.ts';
import type { TeamSettings } from '#shared/contract/operators.ts';
import type { CallerRole } from '#shared/domain/entities.ts';
import { fieldRule, readPhrase } from '#shared/domain/phrase.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** What answers the routes: all of them. */
export type Calls = CallsOf<Routes>;

/** What answers before everything has started: it only reads. */
export type FirstCalls = Partial<Calls>;

/** What the router waits for where the first calls do not suffice. */
export interface RestOfRouter {
  readonly calls: Calls;
  readonly audit: Pick<Audit, 'begin'>;
}

type Handle = (input: unknown, caller: Caller) => Promise<unknown>;

interface Answering extends Partial<Pick<RestOfRouter, 'audit'>> {
  readonly handle: Handle;
}

export type Router = (client: Client, route: string, input: unknown) => Promise<Answer>;

/** Running from sources, so in development and tests: check each answer against its schema. */
const CHECKS_ANSWERS = import.meta.url.endsWith('.ts');

/**
 * Checks the caller's role, parses, delegates, records and answers. Never throws: expected errors are coded, others are
 * logged.
 */
export function createRouter(
  first: FirstCalls,
  {
    rest,
    store,
    settings,
    log,
    roleOf,
    channelsOf,
  }: {
    readonly rest: Promise<RestOfRouter>;
    readonly store: Pick<Store, 'actingFor' | 'read'>;
    readonly settings: { readonly current: () => { readonly team: TeamSettings } };
    readonly log: Logger;
    /** undefined: removed */
    readonly roleOf: (operatorId: string) => CallerRole | undefined;
    /** those that they work on; undefined: all */
    readonly channelsOf: (operatorId: string) => readonly string[] | undefined;
  },
): Router {
  const isAllowed = (route: RouteName, { operatorId, role }: Caller, input: unknown): boolean => {
    const audience = audienceOf(route);
    if (role === 'program') return Object.hasOwn(apiRoutes, route);
    if (role === 'owner' || audience === undefined) return true;
    if (audience === 'reports') return settings.current().team.reports;
    return audience === 'owner or self' && (input as { operatorId?: unknown }).operatorId === operatorId;
  };
  const onceStarted = async (route: RouteName): Promise<Answering> => {
    const { calls, audit } = await rest;
    return { handle: calls[route] as Handle, audit };
  };
  return async (client, route, input) => {
    try {
      if (!isRouteName(route))
        throw new ContractError('unknown_route', phrase('errors:refusals.noRoute', { route: route.slice(0, 80) }));
      const role = roleOf(client.operatorId);
      if (role === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
      const channels = channelsOf(client.operatorId);
      const caller: Caller = { ...client, role, channels };
      // Before the input is read: what is wrong with it is nobody else's business.
      if (!isAllowed(route, caller, input ?? {}))
        throw new ContractError(
          'forbidden',
          role === 'program'
            ? phrase('errors:refusals.program.forbidden')
            : phrase('errors:refusals.operator.forbidden'),
        );
      const { input: schema, output } = allRoutes[route];
      const parsed = schema.safeParse(input ?? {}, { error: fieldRule });
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ path, message }) => ({
          path: path.join('.'),
          reason: readPhrase(message),
        }));
        throw new ContractError('invalid_input', issues[0]?.reason ?? phrase('errors:refusals.input'), issues);
      }
      const answer = first[route] === undefined ? await onceStarted(route) : { handle: first[route] as Handle };
      const asked = parsed.data as Readonly<Record<string, unknown>>;
      const wanted = channels === undefined ? asked : await limitedInput(route, asked, { channels, store });
      const record = await answer.audit?.begin(caller, route, wanted);
      const whole = (await store.actingFor(caller, () => answer.handle(wanted, caller))) ?? {};
      const data = channels === undefined ? whole : limitedAnswer(whole, channels);
      await record?.(data);
      if (CHECKS_ANSWERS) output?.parse(data);
      return { ok: true, data };
    } catch (error) {
      if (error instanceof ContractError) return failedAnswer(error);
      log.error({ err: error, route }, 'a console request met a fault');
      return failedAnswer({ code: 'internal', reason: phrase('errors:refusals.internal.text') });
    }
  };
}
