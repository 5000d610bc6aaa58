import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import { isNewer } from './schema/schema.ts';
import { queries } from './queries/index.ts';
import type { Outcome, Request, ThreadWord } from './thread.ts';

/** The thread that answers queries, so that a search or a report never holds up what is written. */
export async function serveReader(port: MessagePort, file: string): Promise<void> {
  // Its code is read while the writer opens the database, and then it may look.
  await once(port, 'message');
  const connection = new Connection(file, { readOnly: true });
  port.on('message', (word: ThreadWord) => {
    if (word !== 'close') return port.postMessage(word.map((request) => read(connection, request)));
    connection.close();
    port.close();
  });
  port.postMessage({ ready: true, readOnly: isNewer(connection) });
}

function read(connection: Connection, request: Request): Outcome {
  try {
    const query = queries[request.name as keyof typeof queries] as (connection: Connection, input: unknown) => unknown;
    return { id: request.id, ok: true, value: query(connection, request.input) };
  } catch (error) {
    return { id: request.id, ok: false, failure: failureOf(error) };
  }
}
