import { parentPort, workerData } from 'node:worker_threads';
import { serveArchive } from './archive/serve-archive.ts';
import { serveJournal } from './journal/serve-journal.ts';
import { serveStore } from './serve-store.ts';
import type { WorkerSetup } from './thread.ts';

/** Entry of the store's threads: one writes, one reads, one has the journal; now and then one works on a copy. */
const setup = workerData as WorkerSetup;
if (parentPort === null) throw new Error('This file runs as a worker thread of the store');
if (setup.role === 'journal') serveJournal(parentPort, setup.file);
else if (setup.role === 'archive') await serveArchive(parentPort, setup.task);
else await serveStore(parentPort, setup.role, setup.file);
