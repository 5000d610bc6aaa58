import type { Store } from '#main/store/store.ts';
import { unavailable } from '#main/store/thread.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { nodeRoutes } from '#shared/contract/nodes.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { ConsoleWindow } from './signals.ts';

/** Milliseconds until a new node has reported whether the database's notices arrive. */
const STARTING = 5_000;

/** Which nodes there are, and who is connected to which. */
export function createNodeCalls({
  store: { nodes },
  clock,
  windows,
}: {
  readonly store: Pick<Store, 'nodes'>;
  readonly clock: { readonly wall: () => number };
  readonly windows: { readonly list: () => readonly ConsoleWindow[] };
}) {
  const calls = {
    'nodes.list': async () => {
      const living = await nodes.list().catch(() => {
        throw unavailable(phrase('errors:refusals.store.unreachable'));
      });
      const open = windows.list();
      return {
        nodes: living.map(({ run, isThis: _isThis, listens, ...node }) => ({
          ...node,
          listens: listens || clock.wall() - node.startedAt < STARTING,
          windows: open.filter((window) => window.run === run).length,
        })),
      };
    },
  } satisfies CallsOf<typeof nodeRoutes>;
  return { calls };
}
