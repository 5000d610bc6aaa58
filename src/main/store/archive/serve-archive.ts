import type { MessagePort } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { ArchiveTask, ArchiveWord } from './archive-thread.ts';
import { importCopy } from './import-copy.ts';
import { snapshot } from './snapshot.ts';

/** A thread for one piece of work on a copy of the database. */
export async function serveArchive(port: MessagePort, task: ArchiveTask): Promise<void> {
  const say = (word: ArchiveWord): void => port.postMessage(word);
  try {
    const facts =
      task.name === 'snapshot' ? await snapshot(task.from, task.to, (part) => say({ part })) : importCopy(task);
    say({ facts });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    say({ failure: { code: error.code, message: error.message } });
  }
}
