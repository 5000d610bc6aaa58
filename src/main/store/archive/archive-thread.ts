import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { Installation } from '../installation/stored-installation.ts';
import type { StoreThreads } from '../thread.ts';
import type { CopyFacts, Import } from './copies.ts';

export type ArchiveTask =
  /** copies the current database, even while it is written to, into one complete file without secrets */
  | { readonly name: 'snapshot'; readonly from: string; readonly to: string }
  /** imports the contents of a foreign database, if it is one of ours */
  | ({ readonly name: 'import' } & Import)
  /** replaces the settings in a copy */
  | {
      readonly name: 'settle';
      readonly file: string;
      readonly settings: Installation;
      readonly keepsDevices: boolean;
      readonly at: number;
    };

export type ArchiveMessage =
  | { readonly part: number }
  | { readonly facts: CopyFacts }
  | { readonly failure: Pick<ContractError, 'code' | 'reason'> };

/**
 * Does one piece of work on a database file other than the store's own, in a thread for this alone. Rejects with
 * ContractError, or with the signal's reason; the thread has ended by then.
 */
export async function runArchiveTask(
  threads: StoreThreads,
  task: ArchiveTask,
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart?: (part: number) => void },
): Promise<CopyFacts> {
  signal.throwIfAborted();
  const worker = new Worker(threads('archive'), { workerData: task });
  const exited = once(worker, 'exit');
  const result = Promise.withResolvers<CopyFacts>();
  const abort = (): void => {
    result.reject(signal.reason as Error);
    void worker.terminate();
  };
  signal.addEventListener('abort', abort, { once: true });
  worker.on('message', (message: ArchiveMessage) => {
    if ('part' in message) onPart?.(message.part);
    else if ('facts' in message) result.resolve(message.facts);
    else result.reject(new ContractError(message.failure.code, message.failure.reason));
  });
  worker.on('error', (error: Error) => result.reject(error));
  worker.on('exit', () => result.reject(new Error('The thread ended without an answer')));
  try {
    return await result.promise;
  } finally {
    signal.removeEventListener('abort', abort);
    // Its output may only be deleted once it writes no more.
    await worker.terminate();
    await exited;
  }
}
