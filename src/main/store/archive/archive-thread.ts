import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { Installation } from '../installation.ts';
import type { StoreThreads } from '../thread.ts';
import type { Import } from './import-copy.ts';

/** What a copy of the database holds. */
export interface CopyFacts {
  readonly schemaVersion: number;
  readonly customers: number;
  readonly chats: number;
  readonly messages: number;
  /** as they stand in it, for `installation` to read */
  readonly settings: unknown;
  readonly settingsDigest: string;
  /** digests of the files it knows of, with their sizes, newest first */
  readonly media: readonly (readonly [digest: string, size: number])[];
}

export type ArchiveTask =
  /** copies the database as it is at this moment, while it is written to, into one whole file with nothing secret in it */
  | { readonly name: 'snapshot'; readonly from: string; readonly to: string }
  /** takes over what stands in a database from outside, if it is one of ours */
  | ({ readonly name: 'import' } & Import)
  /** writes settings into a copy, in place of its own */
  | { readonly name: 'settle'; readonly file: string; readonly settings: Installation; readonly at: number };

export type ArchiveWord =
  | { readonly part: number }
  | { readonly facts: CopyFacts }
  | { readonly failure: Pick<ContractError, 'code' | 'reason'> };

/**
 * Does one piece of work on a database file that is not the store's own, on a thread for it alone.
 * Rejects with ContractError, or with the signal's reason; the thread is gone by then.
 */
export async function runArchiveTask(
  threads: StoreThreads,
  task: ArchiveTask,
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: (part: number) => void },
): Promise<CopyFacts> {
  signal.throwIfAborted();
  const worker = new Worker(threads('archive'), { workerData: task });
  const gone = once(worker, 'exit');
  const result = Promise.withResolvers<CopyFacts>();
  const giveUp = (): void => {
    result.reject(signal.reason as Error);
    void worker.terminate();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  worker.on('message', (word: ArchiveWord) => {
    if ('part' in word) onPart(word.part);
    else if ('facts' in word) result.resolve(word.facts);
    else result.reject(new ContractError(word.failure.code, word.failure.reason));
  });
  worker.on('error', (error: Error) => result.reject(error));
  worker.on('exit', () => result.reject(new Error('The thread ended without an answer')));
  try {
    return await result.promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
    // What it wrote may be taken away only when it writes no more.
    await worker.terminate();
    await gone;
  }
}
