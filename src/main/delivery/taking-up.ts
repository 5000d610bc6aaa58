/**
 * A queue that begins with what the last run, or the last node that led, left: what is added until that is read follows
 * it, so that nothing overtakes. Some of it may come twice; whoever begins an item sees that it has ended.
 */
export function createTakingUp<T>(enqueue: (items: readonly T[]) => void) {
  let waiting: T[] | undefined = [];
  return {
    enqueue: (items: readonly T[]): void => {
      if (waiting === undefined) enqueue(items);
      else waiting.push(...items);
    },
    /** `read`: what was left. If it rejects, everything goes on waiting; once taken up, it is not asked again */
    takeUp: async (read: () => Promise<readonly T[]>): Promise<void> => {
      if (waiting === undefined) return;
      enqueue([...(await read()), ...waiting]);
      waiting = undefined;
    },
  };
}
