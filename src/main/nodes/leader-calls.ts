import { randomUUID } from 'node:crypto';
import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '#main/store/store.ts';
import type { Caller } from '#shared/contract/calls.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { routesOfLeader } from '#shared/contract/routes.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Signalling } from './signals.ts';

/** Milliseconds until a node that leads, and may just have died, counts as gone. */
const LONGEST_WAIT = 30_000;

type Call = (input: never, caller: Caller) => Promise<unknown>;

/**
 * The calls, of which the node that leads answers some, wherever they were asked for. Coded error: storage_unavailable,
 * if it does not answer.
 */
export function callsOfLeader<C extends object>(
  calls: C,
  {
    store,
    tell,
    onTold,
    log,
  }: Signalling & { readonly store: Pick<Store, 'actingFor' | 'nodes'>; readonly log: Pick<Logger, 'error'> },
): C {
  const { leads, publishes } = store.nodes;
  if (!publishes) return calls;
  const waiting = new Map<string, (answer: () => unknown) => void>();

  const answer = async (route: string, input: unknown, caller: Caller) => {
    try {
      const call = (calls as Readonly<Record<string, Call>>)[route];
      return { data: await store.actingFor(caller, async () => call?.(input as never, caller)) };
    } catch (error) {
      if (error instanceof ContractError)
        return { failure: { code: error.code, reason: error.reason, issues: error.issues } };
      log.error({ err: error, route }, 'a request of another node met a fault');
      return { failure: { code: 'internal' as const, reason: phrase('errors:refusals.internal.text') } };
    }
  };
  onTold('asked', ({ id, route, input, caller }) => {
    if (!leads() || !Object.hasOwn(routesOfLeader, route)) return;
    // What it stores is heard of first, and nothing is heard while this waits.
    void answer(route, input, caller)
      .then((answered) => tell('answered', { id, ...answered }))
      .catch(() => undefined);
  });
  onTold('answered', ({ id, data, failure }) =>
    waiting.get(id)?.(() => {
      if (failure !== undefined) throw new ContractError(failure.code, failure.reason, failure.issues);
      return data;
    }),
  );
  const ask = async (route: string, input: unknown, caller: Caller): Promise<unknown> => {
    const id = randomUUID();
    const answered = Promise.withResolvers<() => unknown>();
    waiting.set(id, answered.resolve);
    const over = new AbortController();
    const late = passing(LONGEST_WAIT, undefined, { signal: over.signal }).then(() => {
      throw new ContractError('storage_unavailable', phrase('errors:refusals.store.lost'));
    });
    try {
      await tell('asked', { id, route, input, caller });
      return (await Promise.race([answered.promise, late]))();
    } finally {
      over.abort();
      late.catch(() => undefined);
      waiting.delete(id);
    }
  };
  const routed = Object.entries(calls as Readonly<Record<string, Call>>).map(([route, call]) => [
    route,
    Object.hasOwn(routesOfLeader, route)
      ? (input: never, caller: Caller) => (leads() ? call(input, caller) : ask(route, input, caller))
      : call,
  ]);
  return Object.fromEntries(routed) as C;
}
