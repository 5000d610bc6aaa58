import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { writeTogether } from '../group-commit.ts';
import { journalCallOf } from '../journal.ts';
import { runQuery } from '../queries.ts';
import { openStoreOn, type Store } from '../store.ts';
import { unavailable, type Failure, type Outcome, type Request, type StoreThread } from '../thread.ts';
import { runRequest } from '../transactions.ts';
import { PostgresConnection } from './connection.ts';
import { JournalTable } from './journal.ts';
import { takeLease, type Lease } from './lease.ts';
import { createSchema } from './schema.ts';

/** Requests that may share a transaction, so that none waits long for the others. */
const MOST_TOGETHER = 64;

export interface PostgresStoreOptions {
  /** `postgres://…` */
  readonly url: string;
  /** of this host, for whoever finds it there */
  readonly node: string;
  readonly log: Logger;
}

/**
 * Opens the database and creates what a new one lacks. One connection writes and one reads, as with SQLite; they need
 * no threads, because the work is done by the server. A third holds the row that makes this host the only one. Throws
 * if another host lives, or the server lacks what it must have; coded error: storage_unavailable, if it does not answer
 * or is too old, or a newer Counterbell made the database.
 */
export async function openPostgresStore({ url, node, log }: PostgresStoreOptions): Promise<Store> {
  const lease = await openDatabase(new PostgresConnection(url), node);
  const journal = startJournal(url, node, ({ code, detail }) =>
    log.error({ code, detail }, 'a journal request failed'),
  );
  return await openStoreOn(
    async (name, onFault) => (name === 'writer' ? startWriter(url, lease, onFault) : startReader(url, onFault)),
    log,
    journal,
  );
}

async function openDatabase(db: PostgresConnection, node: string): Promise<Lease> {
  try {
    await createSchema(db);
    return await takeLease(db, node);
  } catch (error) {
    await db.close();
    if (error instanceof DatabaseError && REFUSED.test(error.code ?? ''))
      throw new Error(`PostgreSQL refuses: ${error.message}`, { cause: error });
    const failure = db.failureOf(error);
    throw failure.code === 'internal' ? error : refusal(failure);
  }
}

/** SQLSTATEs of passwords, of databases and schemas that do not exist, and of rights. */
const REFUSED = /^(?:28|3D|3F|42501)/;

type OnFault = (failure: Failure) => void;

function startWriter(url: string, lease: Lease, onFault: OnFault): StoreThread {
  const db = new PostgresConnection(url, lease.fence);
  let waiting: { readonly request: Request; readonly answer: (outcome: Outcome) => void }[] = [];
  const writeWaiting = async (): Promise<void> => {
    const batch = waiting.slice(0, MOST_TOGETHER);
    waiting = waiting.slice(MOST_TOGETHER);
    const outcomes = await writeTogether(
      db,
      batch.map(({ request }) => request),
      runRequest,
    );
    for (const [index, { answer }] of batch.entries()) answer(outcomes[index] as Outcome);
  };
  const part = partOf(db, onFault, (request) => {
    const { promise, resolve: answer } = Promise.withResolvers<Outcome>();
    waiting.push({ request, answer });
    void db.inTurn(writeWaiting);
    return promise;
  });
  const stop = async (): Promise<void> => {
    await part.stop();
    await lease.stop();
  };
  return { ...part, died: lease.lost, stop };
}

function startReader(url: string, onFault: OnFault): StoreThread {
  const db = new PostgresConnection(url);
  return partOf(db, onFault, (request) => outcomeOf(db, request, runQuery(db, request)));
}

/** Its own connection, so that messages never wait for it. */
function startJournal(url: string, node: string, onFault: OnFault): StoreThread {
  const db = new PostgresConnection(url);
  const journal = new JournalTable(db, node);
  return partOf(db, onFault, (request) =>
    outcomeOf(
      db,
      request,
      db.inTurn<unknown>(() => journal[journalCallOf(request.name)](request.input as never)),
    ),
  );
}

function outcomeOf(db: PostgresConnection, { id }: Request, answer: Promise<unknown>): Promise<Outcome> {
  return answer.then(
    (value): Outcome => ({ id, ok: true, value }),
    (error: unknown): Outcome => ({ id, ok: false, failure: db.failureOf(error) }),
  );
}

/** Behaves as a thread of the store does. */
function partOf(db: PostgresConnection, onFault: OnFault, run: (request: Request) => Promise<Outcome>): StoreThread {
  const pending = new Set<Promise<Outcome>>();
  let isStopping = false;
  return {
    readOnly: false,
    ask: async (name, input, context, conditions) => {
      if (isStopping) throw unavailable(phrase('errors:refusals.store.lost'));
      const running = run({ id: 0, name, input, ...(context && { context }), ...conditions });
      pending.add(running);
      const outcome = await running.finally(() => pending.delete(running));
      if (outcome.ok) return outcome.value;
      if (outcome.failure.detail !== undefined) onFault(outcome.failure);
      throw refusal(outcome.failure);
    },
    // It connects again.
    died: Promise.withResolvers<Error>().promise,
    stop: async () => {
      isStopping = true;
      await Promise.all(pending);
      await db.close();
    },
  };
}

function refusal({ code, reason, issues }: Failure): ContractError {
  return new ContractError(code, reason, issues);
}
