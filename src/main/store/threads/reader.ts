import { dirname, join } from 'node:path';
import { workerData, type MessagePort } from 'node:worker_threads';
import { SqliteConnection } from '../sqlite/connection.ts';
import { JournalFile, journalCallOf } from '../journal.ts';
import { failureOf, programPort } from './port.ts';
import { isNewer } from '../sqlite/schema.ts';
import { isQuery, runQuery } from '../queries.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import type { Outcome, Request, ThreadMessage } from '../thread.ts';

/**
 * Entry of the query thread, so that a search or a report never delays writes. It also has the journal's file, which
 * nothing waits for.
 */
serve(programPort(), workerData as string);

function serve(port: MessagePort, file: string): void {
  const sqlite = new Sqlite(file, { readOnly: true });
  const db = new SqliteConnection(sqlite);
  const journal = new JournalFile(join(dirname(file), 'journal.db'));
  const read = async (request: Request): Promise<Outcome> => {
    const { id, name, input } = request;
    try {
      const value = await (isQuery(request) ? runQuery(db, request) : journal[journalCallOf(name)](input as never));
      return { id, ok: true, value };
    } catch (error) {
      return { id, ok: false, failure: failureOf(error) };
    }
  };
  port.on('message', (word: ThreadMessage) => {
    if (word !== 'close') return void Array.fromAsync(word, read).then((all) => port.postMessage(all));
    journal.close();
    sqlite.close();
    port.close();
  });
  port.postMessage({ ready: true, readOnly: isNewer(sqlite) });
}
