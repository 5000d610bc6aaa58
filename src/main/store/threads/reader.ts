import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { workerData, type MessagePort } from 'node:worker_threads';
import { SqliteConnection } from '../connection.ts';
import { JournalFile, journalCallOf } from '../journal.ts';
import { failureOf, programPort } from './port.ts';
import { isNewer } from '../schema/schema.ts';
import { queries } from '../queries.ts';
import { Sqlite } from '../sqlite.ts';
import type { Outcome, Request, ThreadMessage } from '../thread.ts';

/**
 * Entry of the query thread, so that a search or a report never delays writes. It also has the journal's file, which
 * nothing waits for.
 */
await serve(programPort(), workerData as string);

type Read = (db: SqliteConnection, input: unknown, context: Request['context']) => Promise<unknown>;

async function serve(port: MessagePort, file: string): Promise<void> {
  // Loads its code while the writer opens the database, and then may read.
  await once(port, 'message');
  const sqlite = new Sqlite(file, { readOnly: true });
  const db = new SqliteConnection(sqlite);
  const journal = new JournalFile(join(dirname(file), 'journal.db'));
  const read = async ({ id, name, input, context }: Request): Promise<Outcome> => {
    try {
      const value = Object.hasOwn(queries, name)
        ? await (queries[name as keyof typeof queries] as Read)(db, input, context)
        : await journal[journalCallOf(name)](input as never);
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
