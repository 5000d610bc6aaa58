import type { Announce } from '#main/chats/chats.ts';
import { commands, routeQueries, type StoreRoutes } from '#main/store/commands.ts';
import type { Change } from '#main/store/command.ts';
import type { RequestContext } from '#main/store/thread.ts';
import type { EngineContext } from '#main/store/store.ts';
import type { Caller } from '#shared/contract/calls.ts';
import type { Calls } from './router.ts';

/** Tells the other parts what a command did, once it is on disk; returns its answer. */
export type Publish = <Answer>(change: Change<Answer>) => Answer;

export function createPublisher({
  announce,
  emit,
  touch,
}: Pick<EngineContext, 'emit' | 'touch'> & { readonly announce: Announce }): Publish {
  return ({ answer, chats = [], happened = [], touched = [] }) => {
    for (const change of chats) announce(change);
    for (const { name, data } of happened) emit(name, data);
    for (const topic of touched) touch(topic);
    return answer;
  };
}

/** Handlers of everything that is declared in the store. */
export function storeHandlers({
  store,
  clock,
  publish,
}: Pick<EngineContext, 'store' | 'clock'> & { readonly publish: Publish }): Pick<Calls, keyof StoreRoutes> {
  const contextOf = ({ operatorId, role }: Caller): RequestContext => ({ at: clock.wall(), operatorId, role });
  type Ask = (name: string, input: unknown, context: RequestContext) => Promise<never>;
  const acts = Object.keys(commands).map((name) => [
    name,
    async (input: unknown, caller: Caller) =>
      publish<unknown>(await (store.write as unknown as Ask)(name, input, contextOf(caller))),
  ]);
  const reads = Object.keys(routeQueries).map((name) => [
    name,
    (input: unknown, caller: Caller) => (store.read as unknown as Ask)(name, input, contextOf(caller)),
  ]);
  return Object.fromEntries([...acts, ...reads]) as Pick<Calls, keyof StoreRoutes>;
}
