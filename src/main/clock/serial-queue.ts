/** Work that is done one after the other, in the order in which it was asked for, whatever becomes of each. */
export interface SerialQueue {
  /** settles as `work` does */
  readonly run: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** resolves when all that was asked for until now is over */
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
