/** Runs work one at a time in the order requested, whatever its outcomes. */
export class SerialQueue {
  #last: Promise<unknown> = DONE;

  /** settles as `work` does */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** resolves when all work requested so far is done */
  async idle(): Promise<void> {
    await this.#last;
  }
}

const DONE = Promise.resolve();
