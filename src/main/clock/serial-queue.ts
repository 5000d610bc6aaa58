/** Runs work one at a time in the order requested, whatever its outcomes. */
export interface SerialQueue {
  /** settles as `work` does */
  readonly run: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** resolves when all work requested so far is done */
  readonly idle: () => Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  const run: SerialQueue['run'] = (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return { run, idle: () => last.then(() => undefined) };
}
