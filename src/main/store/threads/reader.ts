import { once } from 'node:events';
import { workerData, type MessagePort } from 'node:worker_threads';
import { SqliteConnection } from '../connection.ts';
import { failureOf, programPort } from './port.ts';
import { isNewer } from '../schema/schema.ts';
import { queries } from '../queries.ts';
import { Sqlite } from '../sqlite.ts';
import type { Outcome, Request, ThreadMessage } from '../thread.ts';

/** Entry of the query thread, so that a search or a report never delays writes. */
await serve(programPort(), workerData as string);

async function serve(port: MessagePort, file: string): Promise<void> {
  // Loads its code while the writer opens the database, and then may read.
  await once(port, 'message');
  const sqlite = new Sqlite(file, { readOnly: true });
  const db = new SqliteConnection(sqlite);
  port.on('message', (word: ThreadMessage) => {
    if (word !== 'close')
      return void Array.fromAsync(word, (request) => read(db, request)).then((all) => port.postMessage(all));
    sqlite.close();
    port.close();
  });
  port.postMessage({ ready: true, readOnly: isNewer(sqlite) });
}

async function read(db: SqliteConnection, { id, name, input }: Request): Promise<Outcome> {
  try {
    const query = queries[name as keyof typeof queries] as (of: SqliteConnection, input: unknown) => Promise<unknown>;
    return { id, ok: true, value: await query(db, input) };
  } catch (error) {
    return { id, ok: false, failure: failureOf(error) };
  }
}
