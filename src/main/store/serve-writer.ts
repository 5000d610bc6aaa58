import type { MessagePort } from 'node:worker_threads';
import { REPEAT_WINDOW } from '#shared/domain/repeats.ts';
import { WritingConnection } from './connection.ts';
import { failureOf } from './failure.ts';
import { workWhileIdle } from './idle-work.ts';
import { createSchema, isNewer } from './schema/schema.ts';
import type { Failure, Outcome, Request, ThreadWord } from './thread.ts';
import { transactions } from './transactions/index.ts';
import { indexStep, isIndexBehind } from './transactions/search-index.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** The thread that writes, all that waits together. */
export function serveWriter(port: MessagePort, file: string): void {
  const connection = new WritingConnection(file, { readOnly: false });
  const readOnly = isNewer(connection);
  if (!readOnly) {
    connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -6000; PRAGMA journal_size_limit = 67108864',
    );
    createSchema(connection);
  }
  const answer = (requests: readonly Request[]): readonly Outcome[] =>
    readOnly ? requests.map(({ id }) => ({ id, ok: false, failure: NEWER })) : write(connection, requests);
  const idle = readOnly ? undefined : workWhileIdle(() => keepIndexed(connection));
  port.on('message', (word: ThreadWord) => {
    idle?.interrupt();
    if (word !== 'close') return port.postMessage(answer(word));
    idle?.stop();
    connection.close();
    port.close();
  });
  port.postMessage({ ready: true, readOnly });
  // What is asked meanwhile waits until this is done, but the reader does not.
  if (!readOnly) connection.acceptedPosts.load(connection, Date.now() - REPEAT_WINDOW);
}

/** Group commit: all that waits shares one transaction and one fsync; each still succeeds or fails alone. */
function write(connection: WritingConnection, requests: readonly Request[]): readonly Outcome[] {
  const alone = requests.findIndex(({ name }) => name === OUTSIDE);
  if (alone !== -1)
    return [
      ...write(connection, requests.slice(0, alone)),
      ...requests.slice(alone, alone + 1).map((request) => rewrite(connection, request)),
      ...write(connection, requests.slice(alone + 1)),
    ];
  if (requests.length === 0) return [];
  try {
    return connection.commit(() => requests.map((request) => writeOne(connection, request)));
  } catch (error) {
    if (requests.length === 1) return requests.map(({ id }) => ({ id, ok: false, failure: failureOf(error) }));
    // One of them failed and took the others with it: nothing was written, so each has its own turn now.
    return requests.flatMap((request) => write(connection, [request]));
  }
}

/** The one that cannot be within a transaction. */
const OUTSIDE = 'rewriteFile' satisfies keyof typeof transactions;

function rewrite(connection: WritingConnection, { id }: Request): Outcome {
  try {
    transactions[OUTSIDE](connection);
    return { id, ok: true, value: undefined };
  } catch (error) {
    return { id, ok: false, failure: failureOf(error) };
  }
}

/**
 * The search index can be made again from what it is about, so a step of it need not wait for the disk: where a power cut
 * takes one, it takes the place that was reached too. What it no longer needs is overwritten, so that erased words are gone.
 * returns whether there may be more to do
 */
function keepIndexed(connection: WritingConnection): boolean {
  if (!isIndexBehind(connection)) return false;
  connection.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
  try {
    connection.commit(() => indexStep(connection));
    return true;
  } finally {
    connection.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = OFF');
  }
}

function writeOne(connection: WritingConnection, { id, name, input }: Request): Outcome {
  const transaction = transactions[name as keyof typeof transactions] as (
    connection: WritingConnection,
    input: unknown,
  ) => unknown;
  return { id, ok: true, value: transaction(connection, input) };
}

const NEWER: Failure = {
  code: 'storage_unavailable',
  reason: phrase('errors:refusals.store.newer'),
};
