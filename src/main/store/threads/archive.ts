import { workerData, type MessagePort } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { ArchiveTask, ArchiveWord, CopyFacts } from '../archive/archive-thread.ts';
import { importCopy, settleCopy } from '../archive/import-copy.ts';
import { snapshot } from '../archive/snapshot.ts';
import { programPort } from './port.ts';

/** Thread entry for one piece of work on a copy of the database. */
await serve(programPort(), workerData as ArchiveTask);

async function serve(port: MessagePort, task: ArchiveTask): Promise<void> {
  const say = (word: ArchiveWord): void => port.postMessage(word);
  try {
    say({ facts: await done(task, (part) => say({ part })) });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    say({ failure: { code: error.code, reason: error.reason } });
  }
}

async function done(task: ArchiveTask, onPart: (part: number) => void): Promise<CopyFacts> {
  switch (task.name) {
    case 'snapshot':
      return snapshot(task.from, task.to, onPart);
    case 'import':
      return importCopy(task);
    case 'settle':
      return settleCopy(task);
  }
}
