const MAX_CONCURRENT = 6;
const MAX_PER_CUSTOMER = 2;

interface Job {
  readonly customerId: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Runs fetches, a few at a time and fewer per customer: one who sends many slow links does not hold up the others. */
export function createFetchQueue() {
  const stopping = new AbortController();
  const running = new Map<Job, Promise<void>>();
  let waiting: Job[] = [];

  const isFree = ({ customerId }: Job): boolean =>
    [...running.keys()].filter((job) => job.customerId === customerId).length < MAX_PER_CUSTOMER;
  const next = (): void => {
    while (running.size < MAX_CONCURRENT && !stopping.signal.aborted) {
      const job = waiting.find(isFree);
      if (job === undefined) return;
      waiting = waiting.filter((each) => each !== job);
      running.set(
        job,
        job.run(stopping.signal).finally(() => {
          running.delete(job);
          next();
        }),
      );
    }
  };
  return {
    /** `run` must not reject; its signal aborts when everything stops */
    add: (customerId: string, run: (signal: AbortSignal) => Promise<void>): void => {
      waiting.push({ customerId, run });
      next();
    },
    /** resolves when nothing is running any more */
    stop: async (): Promise<void> => {
      waiting = [];
      stopping.abort(new Error('Counterbell is stopping'));
      await Promise.all(running.values());
    },
  };
}
