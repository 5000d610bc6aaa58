import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerSetup } from './thread.ts';

/**
 * Entry of the store's threads: one writes, one reads, one has the journal; now and then one works on a copy.
 * Each loads only the code that it runs: every thread holds a copy of its own.
 */
const setup = workerData as WorkerSetup;
const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread of the store');
switch (setup.role) {
  case 'writer':
    (await import('./serve-writer.ts')).serveWriter(port, setup.file);
    break;
  case 'reader':
    await (await import('./serve-reader.ts')).serveReader(port, setup.file);
    break;
  case 'journal':
    (await import('./journal/serve-journal.ts')).serveJournal(port, setup.file);
    break;
  case 'archive':
    await (await import('./archive/serve-archive.ts')).serveArchive(port, setup.task);
}
