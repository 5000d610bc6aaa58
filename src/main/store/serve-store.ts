import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { ContractError } from '#shared/contract/errors.ts';
import { REPEAT_WINDOW } from '#shared/domain/repeats.ts';
import { WritingConnection, type Connection } from './connection.ts';
import { workWhileIdle } from './idle-work.ts';
import { isNewer, createSchema } from './schema/schema.ts';
import { queries } from './queries/index.ts';
import type { Failure, Outcome, Request, ThreadWord } from './thread.ts';
import { transactions } from './transactions/index.ts';
import { indexStep, isIndexBehind } from './transactions/search-index.ts';

/** A thread of the main database: the writing or the reading one. */
export async function serveStore(port: MessagePort, role: 'writer' | 'reader', file: string): Promise<void> {
  // Its code is read while the writer opens the database, and then it may look.
  if (role === 'reader') await once(port, 'message');
  const connection = new WritingConnection(file, { readOnly: role === 'reader' });
  const readOnly = prepare(connection, role);
  const answer = (requests: readonly Request[]): readonly Outcome[] => {
    if (role === 'reader') return requests.map((request) => read(connection, request));
    return readOnly ? requests.map(({ id }) => ({ id, ok: false, failure: NEWER })) : write(connection, requests);
  };
  const idle = role === 'writer' && !readOnly ? workWhileIdle(() => keepIndexed(connection)) : undefined;
  port.on('message', (word: ThreadWord) => {
    idle?.interrupt();
    if (word !== 'close') return port.postMessage(answer(word));
    idle?.stop();
    connection.close();
    port.close();
  });
  port.postMessage({ ready: true, readOnly });
  // What is asked meanwhile waits until this is done, but the reader does not.
  if (role === 'writer' && !readOnly) connection.acceptedPosts.load(connection, Date.now() - REPEAT_WINDOW);
}

/** returns whether the database may only be read */
function prepare(connection: WritingConnection, role: 'writer' | 'reader'): boolean {
  if (isNewer(connection)) return true;
  if (role === 'reader') return false;
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -6000; PRAGMA journal_size_limit = 67108864',
  );
  createSchema(connection);
  return false;
}

function read(connection: Connection, request: Request): Outcome {
  try {
    const query = queries[request.name as keyof typeof queries] as (connection: Connection, input: unknown) => unknown;
    return { id: request.id, ok: true, value: query(connection, request.input) };
  } catch (error) {
    return { id: request.id, ok: false, failure: failureOf(error) };
  }
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
  message: 'This database was made by a newer Counterbell. Install the newer version to go on; nothing is lost.',
};

/** SQLite's primary result codes for a wrong statement: ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE. Others are the disk's. */
const FAULTS_OF_OURS: ReadonlySet<number> = new Set([1, 19, 20, 21, 25]);

function failureOf(error: unknown): Failure {
  if (error instanceof ContractError)
    return { code: error.code, message: error.message, ...(error.issues !== undefined && { issues: error.issues }) };
  const detail = error instanceof Error ? error.message : String(error);
  const isStorage = error instanceof Error && 'errcode' in error && !FAULTS_OF_OURS.has(Number(error.errcode) & 0xff);
  return isStorage
    ? {
        code: 'storage_unavailable',
        message: 'Nothing can be stored right now. Check that the disk is not full.',
        detail,
      }
    : { code: 'internal', message: 'Counterbell met a fault of its own', detail };
}
