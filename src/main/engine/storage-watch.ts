import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { ConnectionProblem } from '#shared/contract/connection.ts';
import { problemOf } from '#shared/locales/phrase.ts';

/** Milliseconds until storing is tried again. */
const RETRY_DELAY = 5_000;

export interface StorageWatchOptions {
  readonly store: Pick<Store, 'onRefused' | 'write'>;
  readonly clock: Pick<Clock, 'after'>;
  /** customers are refused while this is set; undefined: no longer */
  readonly onChange: (problem: ConnectionProblem | undefined) => void;
}

/** Tries whether messages can be stored. */
export function isWritable(store: Pick<Store, 'write'>): Promise<boolean> {
  return store.write('checkWritable').then(
    () => true,
    () => false,
  );
}

/** Reports that customers are refused, from the first message that could not be stored until storing works again. */
export function watchStorage({ store, clock, onChange }: StorageWatchOptions): { readonly stop: () => void } {
  let isWatching = false;
  let cancelTimer = (): void => undefined;

  const check = async (): Promise<void> => {
    const problem = (await isWritable(store)) ? undefined : STORAGE_PROBLEM;
    if (!isWatching) return;
    onChange(problem);
    if (problem === undefined) isWatching = false;
    else cancelTimer = clock.after(RETRY_DELAY, () => void check());
  };
  const unsubscribe = store.onRefused(() => {
    if (isWatching) return;
    isWatching = true;
    void check();
  });
  return {
    stop: () => {
      unsubscribe();
      cancelTimer();
      isWatching = false;
    },
  };
}

const STORAGE_PROBLEM = problemOf('reach.storage');
