import type { ConsoleWindow } from '#main/nodes/signals.ts';
import type { Store } from '#main/store/store.ts';
import type { EventBus } from '#shared/contract/events.ts';

export type Figures = Awaited<ReturnType<ReturnType<typeof createFigures>>>;

/** No operator's id: what somebody has to do is not counted. */
const NOBODY = 'nobody';

/** Numbers for monitoring, without a word of a customer's. Rejects with storage_unavailable. */
export function createFigures({
  store,
  on,
  windows,
  visitors,
}: {
  readonly store: Pick<Store, 'read' | 'nodes'>;
  readonly on: EventBus['on'];
  readonly windows: { readonly list: () => readonly ConsoleWindow[] };
  /** how many are on websites now */
  readonly visitors: () => number;
}) {
  let received = 0;
  let sent = 0;
  on('message.added', ({ message: { from, heldBack } }) => {
    if (from === 'customer') received += 1;
    if ((from === 'operator' || from === 'bot') && heldBack === undefined) sent += 1;
  });
  return async () => {
    const [chats, sending, nodes] = await Promise.all([
      store.read('countChats', { operatorId: NOBODY, since: Number.MAX_SAFE_INTEGER }),
      store.read('countSending'),
      store.nodes.list(),
    ]);
    const { open, waiting, failed } = chats;
    return {
      ...{ open, waiting, failed, sending, received, sent },
      windows: windows.list().length,
      visitors: visitors(),
      nodes: nodes.length,
      /** undefined: it cannot have others beside it */
      node: nodes.find(({ isThis }) => isThis),
    };
  };
}
