/** Does work one after the other where it is of the same kind, side by side where it is not. */
export type Turns = <T>(kind: string, work: () => Promise<T>) => Promise<T>;

/** Keeps the order of what is asked for: two replies of one chat never overtake each other. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (kind, work) => {
    const before = last.get(kind) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(kind, mine);
    try {
      return await mine;
    } finally {
      if (last.get(kind) === mine) last.delete(kind);
    }
  };
}
