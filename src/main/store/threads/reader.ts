import { dirname, join } from 'node:path';
import { workerData, type MessagePort } from 'node:worker_threads';
import { SqliteConnection } from '../sqlite/connection.ts';
import { journalCallOf } from '../journal.ts';
import { JournalFile } from '../sqlite/journal.ts';
import { answerRequests, programPort } from './port.ts';
import { isNewer } from '../sqlite/schema.ts';
import { isQuery, runQuery } from '../queries.ts';
import { Sqlite } from '../sqlite/sqlite.ts';

/**
 * Entry of the query thread, so that a search or a report never delays writes. It also has the journal's file, which
 * nothing waits for.
 */
serve(programPort(), workerData as string);

function serve(port: MessagePort, file: string): void {
  const sqlite = new Sqlite(file, { readOnly: true });
  const db = new SqliteConnection(sqlite);
  const journal = new JournalFile(join(dirname(file), 'journal.db'));
  answerRequests(
    port,
    (request) =>
      isQuery(request) ? runQuery(db, request) : journal[journalCallOf(request.name)](request.input as never),
    () => {
      journal.close();
      sqlite.close();
    },
  );
  port.postMessage({ ready: true, readOnly: isNewer(sqlite) });
}
