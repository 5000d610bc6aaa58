import type { Logger } from 'pino';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { writeTogether } from '../group-commit.ts';
import { runQuery } from '../queries.ts';
import { openStoreOn, type Store } from '../store.ts';
import { unavailable, type Failure, type Outcome, type Request, type StoreThread } from '../thread.ts';
import { runRequest } from '../transactions.ts';
import { PostgresConnection } from './connection.ts';
import { createSchema } from './schema.ts';

/** Requests that may share a transaction, so that none waits long for the others. */
const MOST_TOGETHER = 64;

/**
 * Opens the database at `url`, `postgres://…`, and creates what a new one lacks. One connection writes and one reads,
 * as with SQLite; they need no threads, because the work is done by the server. Coded error: storage_unavailable, if
 * the server does not answer or is too old, or a newer Counterbell made the database.
 */
export async function openPostgresStore({ url, log }: { readonly url: string; readonly log: Logger }): Promise<Store> {
  return await openStoreOn(
    (name, onFault) => (name === 'writer' ? startWriter(url, onFault) : startReader(url, onFault)),
    log,
  );
}

type OnFault = (failure: Failure) => void;

async function startWriter(url: string, onFault: OnFault): Promise<StoreThread> {
  const db = new PostgresConnection(url);
  try {
    await createSchema(db);
  } catch (error) {
    await db.close();
    throw refusal(db.failureOf(error));
  }
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
  return partOf(db, onFault, (request) => {
    const { promise, resolve: answer } = Promise.withResolvers<Outcome>();
    waiting.push({ request, answer });
    void db.inTurn(writeWaiting);
    return promise;
  });
}

async function startReader(url: string, onFault: OnFault): Promise<StoreThread> {
  const db = new PostgresConnection(url);
  return partOf(db, onFault, (request) =>
    runQuery(db, request).then(
      (value): Outcome => ({ id: request.id, ok: true, value }),
      (error: unknown): Outcome => ({ id: request.id, ok: false, failure: db.failureOf(error) }),
    ),
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
