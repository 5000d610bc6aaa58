import { randomUUID } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import type { Signalling } from '#main/nodes/signals.ts';
import type { Nodes } from '#main/store/nodes.ts';

/** Milliseconds for which other nodes are waited for: one may just have died. */
const LONGEST_WAIT = 1_000;

export interface OtherNodesOptions extends Signalling {
  readonly clock: Pick<Clock, 'after'>;
  readonly nodes: Pick<Nodes, 'list'>;
}

/** `write` writes what waits on this node. Returns what has all others do that, and resolves when they have. */
export function createOtherNodes(
  { clock, nodes, tell, onTold }: OtherNodesOptions,
  write: () => Promise<void>,
): () => Promise<void> {
  const asked = new Map<string, { readonly left: Set<string>; readonly done: () => void }>();
  onTold('journalAsked', ({ id }, { isOwn }) => {
    if (isOwn) return;
    void write()
      .then(() => tell('journalWritten', { id }))
      .catch(() => undefined);
  });
  onTold('journalWritten', ({ id }, { from }) => {
    const { left, done } = asked.get(id) ?? {};
    left?.delete(from);
    if (left?.size === 0) done?.();
  });
  return async () => {
    const left = new Set((await nodes.list()).filter(({ isThis }) => !isThis).map(({ run }) => run));
    if (left.size === 0) return;
    const id = randomUUID();
    const { promise, resolve: done } = Promise.withResolvers<void>();
    asked.set(id, { left, done });
    const cancelTimer = clock.after(LONGEST_WAIT, done);
    try {
      await tell('journalAsked', { id });
      await promise;
    } finally {
      cancelTimer();
      asked.delete(id);
    }
  };
}
