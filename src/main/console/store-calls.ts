import { type Perform, routeQueries, type StoreRoutes } from '#main/store/commands.ts';
import type { Store } from '#main/store/store.ts';
import type { Asking } from '#main/store/thread.ts';
import type { Caller } from '#shared/contract/calls.ts';
import type { Calls, FirstCalls } from './router.ts';

interface Reading {
  readonly store: Pick<Store, 'limitedTo'>;
  readonly clock: { readonly wall: () => number };
}

/** Answers everything that is declared in the store. */
export function storeCalls(options: Reading & { readonly perform: Perform }): Pick<Calls, keyof StoreRoutes> {
  // With the engine's own commands, which are no routes: the router knows no such name.
  return { ...options.perform, ...storeReads(options) } as Pick<Calls, keyof StoreRoutes>;
}

/** Answers what is only read. */
export function storeReads({ store, clock }: Reading): FirstCalls {
  type Read = (name: string, input: unknown, context: Asking) => Promise<unknown>;
  const reads = Object.keys(routeQueries).map((name) => [
    name,
    (input: unknown, { operatorId, role, channels }: Caller) =>
      (store.limitedTo(channels).read as unknown as Read)(name, input, { at: clock.wall(), operatorId, role }),
  ]);
  return Object.fromEntries(reads) as FirstCalls;
}
