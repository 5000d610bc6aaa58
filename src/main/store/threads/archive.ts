import { workerData, type MessagePort } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import type { ArchiveTask, ArchiveMessage } from '../archive/archive-thread.ts';
import { importCopy, replaceSettings, snapshot, type CopyFacts } from '../archive/copies.ts';
import { programPort } from './port.ts';

/** Thread entry for one piece of work on a copy of the database. */
await serve(programPort(), workerData as ArchiveTask);

async function serve(port: MessagePort, task: ArchiveTask): Promise<void> {
  const post = (word: ArchiveMessage): void => port.postMessage(word);
  try {
    post({ facts: await runTask(task, (part) => post({ part })) });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    post({ failure: { code: error.code, reason: error.reason } });
  }
}

async function runTask(task: ArchiveTask, onPart: (part: number) => void): Promise<CopyFacts> {
  switch (task.name) {
    case 'snapshot':
      return snapshot(task.from, task.to, onPart);
    case 'import':
      return importCopy(task);
    case 'settle':
      return replaceSettings(task);
  }
}
