import { workerData } from 'node:worker_threads';
import { JournalFile, journalCallOf } from '../journal.ts';
import { answerRequests, programPort } from './port.ts';

/** Entry of the journal's own thread, beside a database that needs no threads. */
serve(new JournalFile(workerData as string));

function serve(journal: JournalFile): void {
  const port = programPort();
  answerRequests(
    port,
    ({ name, input }) => journal[journalCallOf(name)](input as never),
    () => journal.close(),
  );
  port.postMessage({ ready: true, readOnly: false });
}
