import { setTimeout as passing } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { writeTogether } from '../group-commit.ts';
import { journalCallOf } from '../journal.ts';
import type { Entry, Nodes } from '../nodes.ts';
import { runQuery } from '../queries.ts';
import { inTexts, sql } from '../sql.ts';
import { openStoreOn, type Store } from '../store.ts';
import { unavailable, type Failure, type Outcome, type Request, type StoreThread } from '../thread.ts';
import { runRequest, scopeOf } from '../transactions.ts';
import { PostgresConnection } from './connection.ts';
import { entriesOf, TELL } from './entries.ts';
import { JournalTable } from './journal.ts';
import { startListening } from './listening.ts';
import { joinNodes, type Membership } from './nodes.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSchema } from './schema.ts';

/** What only the node that leads may record: attempts that it is about to make. */
const ONCE: ReadonlySet<string> = new Set(['beginAttempt', 'beginEventAttempt']);

/** Requests that may share a transaction, so that none waits long for the others. */
const MOST_TOGETHER = 64;

export interface PostgresStoreOptions {
  /** `postgres://…` */
  readonly url: string;
  /** name of this host, which no other has at the same time */
  readonly node: string;
  readonly version: string;
  readonly log: Logger;
}

/** Milliseconds between two looks for what others did, while the server's notices do not arrive. */
const POLL_INTERVAL = 250;

/**
 * Opens the database, creates what a new one lacks, and joins the nodes that work on it. One connection writes and one
 * reads, as with SQLite; they need no threads, because the work is done by the server. One is for what nodes know of each
 * other, and one listens. Throws if another host of this name lives, or the server lacks what it must have; coded error:
 * storage_unavailable, if it does not answer or is too old, or a newer Counterbell made the database.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, node, log } = options;
  const db = new PostgresConnection(url);
  const membership = await openDatabase(db, options);
  const { run, channel, leads } = membership;
  const outbox = createOutbox({
    ...membership,
    db,
    log,
    onMissed: () => membership.lose(new Error('this node is too far behind the others')),
  });
  const lookAgain = (): void => void outbox.caughtUp().catch(() => undefined);
  const listening = startListening({
    url,
    channel,
    notify: (payload) => db.run`SELECT pg_notify(${channel}, ${payload})`,
    onNumber: (number) => void outbox.reached(number),
    onConnected: lookAgain,
  });
  const polling = setInterval(() => {
    if (!listening.isHeard()) lookAgain();
  }, POLL_INTERVAL);
  const journal = startJournal(url, node, ({ code, detail }) =>
    log.error({ code, detail }, 'a journal request failed'),
  );
  let writer: NodeWriter | undefined;
  const stop = async (): Promise<void> => {
    await writer?.stop();
    clearInterval(polling);
    await listening.stop();
    await outbox.stop();
    await membership.stop();
  };
  const nodes: Nodes = {
    run,
    publishes: true,
    leads,
    onLeading: membership.onLeading,
    begun: () => untilBegun(db, leads),
    follow: outbox.follow,
    caughtUp: outbox.caughtUp,
    tell: async (name, data) => void (await writer?.ask(TELL, { name, data })),
    list: membership.list,
    ahead: membership.ahead,
  };
  const start = async (name: 'writer' | 'reader', onFault: OnFault): Promise<StoreThread> => {
    if (name === 'reader') return startReader(url, onFault);
    writer = startWriter({ url, membership, outbox, onFault });
    const { forgetDead } = writer;
    membership.begin({ applied: outbox.applied, listens: listening.isHeard, forgetDead, beaten: lookAgain });
    return { ...writer, died: membership.lost, stop };
  };
  return await openStoreOn(start, log, { journal, nodes });
}

async function openDatabase(
  db: PostgresConnection,
  { node, version, log }: Pick<PostgresStoreOptions, 'node' | 'version' | 'log'>,
): Promise<Membership> {
  try {
    await createSchema(db);
    return await joinNodes(db, { name: node, version, log });
  } catch (error) {
    await db.close();
    if (error instanceof DatabaseError && REFUSED.test(error.code ?? ''))
      throw new Error(`PostgreSQL refuses: ${error.message}`, { cause: error });
    const failure = db.failureOf(error);
    throw failure.code === 'internal' ? error : refusal(failure);
  }
}

/** The one that leads begins an installation, with its first operator last. */
async function untilBegun(db: PostgresConnection, leads: () => boolean): Promise<void> {
  while (!leads() && (await db.get`SELECT 1 AS one FROM operators`) === undefined) await passing(POLL_INTERVAL);
}

/** SQLSTATEs of passwords, of databases and schemas that do not exist, and of rights. */
const REFUSED = /^(?:28|3D|3F|42501)/;

type OnFault = (failure: Failure) => void;

interface NodeWriter extends StoreThread {
  /** of the node that leads: tells all of nodes that have died */
  readonly forgetDead: () => Promise<void>;
}

function startWriter({
  url,
  membership,
  outbox,
  onFault,
}: {
  readonly url: string;
  readonly membership: Membership;
  readonly outbox: Outbox;
  readonly onFault: OnFault;
}): NodeWriter {
  const { run, channel, leads, lose } = membership;
  /** of the transaction under way */
  let entries: Entry[] = [];
  let isForLeader = false;
  let number = 0;
  let isLeader = false;
  /** resolves when the last one with entries is applied */
  let applied = Promise.resolve();
  const db = new PostgresConnection(url, {
    begin: 'SELECT number, leader FROM cluster FOR UPDATE',
    start: () => {
      entries = [];
      isForLeader = false;
    },
    began: (row) => {
      number = Number(row?.['number']) + 1;
      isLeader = row?.['leader'] === run;
      if (leads() && !isLeader) lose(new Error('another node leads now'));
    },
    end: () => {
      if (isForLeader && !isLeader) throw unavailable(phrase('errors:refusals.store.lost'));
      return entries.length === 0
        ? []
        : [
            sql`UPDATE cluster SET number = ${number}`,
            sql`INSERT INTO outbox (number, run, entries) VALUES (${number}, ${run}, ${entries})`,
            sql`SELECT pg_notify(${channel}, ${String(number)})`,
          ];
    },
    committed: () => {
      if (entries.length > 0) applied = outbox.committed(number, entries);
    },
  });
  const runHere = async (own: PostgresConnection, request: Request): Promise<unknown> => {
    if (ONCE.has(request.name)) isForLeader = true;
    const value = request.name === TELL ? {} : await runRequest(own, request);
    entries.push(...entriesOf(request, value));
    return value;
  };
  let waiting: { readonly request: Request; readonly answer: (outcome: Outcome) => void }[] = [];
  const writeWaiting = async (): Promise<void> => {
    const batch = waiting.slice(0, MOST_TOGETHER);
    waiting = waiting.slice(MOST_TOGETHER);
    const outcomes = await writeTogether(
      db,
      batch.map(({ request }) => request),
      runHere,
      scopeOf,
    );
    // What comes next need not wait.
    void applied.then(() => {
      for (const [index, { answer }] of batch.entries()) answer(outcomes[index] as Outcome);
    });
  };
  const part = partOf(db, onFault, (request) => {
    const { promise, resolve: answer } = Promise.withResolvers<Outcome>();
    waiting.push({ request, answer });
    void db.inTurn(writeWaiting);
    return promise;
  });
  return {
    ...part,
    forgetDead: async () => {
      const runs = await db.column<string>`SELECT run FROM nodes WHERE alive_until < clock_timestamp()`;
      if (runs.length === 0) return;
      await db.run`DELETE FROM nodes WHERE run IN ${inTexts(runs)} AND alive_until < clock_timestamp()`;
      await part.ask(TELL, { name: 'gone', data: { runs } });
    },
  };
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
