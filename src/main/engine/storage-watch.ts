import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { ConnectionProblem } from '#shared/contract/connection.ts';
import { problemOf } from '#shared/locales/phrase.ts';

/** Milliseconds until storing is tried again. */
const TRY_AGAIN = 5_000;

export interface StorageWatchOptions {
  readonly store: Pick<Store, 'onRefused' | 'write'>;
  readonly clock: Pick<Clock, 'after'>;
  /** customers are refused while this is set; undefined: no longer */
  readonly tell: (problem: ConnectionProblem | undefined) => void;
}

/** Tries whether messages can be stored. */
export function isWritable(store: Pick<Store, 'write'>): Promise<boolean> {
  return store.write('proveWritable').then(
    () => true,
    () => false,
  );
}

/** Reports that customers are refused, from the first message that could not be stored until storing works again. */
export function watchStorage({ store, clock, tell }: StorageWatchOptions): { readonly stop: () => void } {
  let isWatching = false;
  let cancelTimer = (): void => undefined;

  const look = async (): Promise<void> => {
    const problem = (await isWritable(store)) ? undefined : NOT_STORED;
    if (!isWatching) return;
    tell(problem);
    if (problem === undefined) isWatching = false;
    else cancelTimer = clock.after(TRY_AGAIN, () => void look());
  };
  const unsubscribe = store.onRefused(() => {
    if (isWatching) return;
    isWatching = true;
    void look();
  });
  return {
    stop: () => {
      unsubscribe();
      cancelTimer();
      isWatching = false;
    },
  };
}

const NOT_STORED = problemOf('reach.storage');
