import { setTimeout as passing } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { ContractError } from '#shared/contract/errors.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { writeTogether } from '../group-commit.ts';
import { journalCallOf } from '../journal.ts';
import type { Nodes } from '../nodes.ts';
import { runQuery } from '../queries.ts';
import { openStoreOn, type Store } from '../store.ts';
import { unavailable, type Failure, type Outcome, type Request, type StoreThread } from '../thread.ts';
import { scopeOf } from '../transactions.ts';
import { PostgresConnection } from './connection.ts';
import { TELL } from './entries.ts';
import { JournalTable } from './journal.ts';
import { startListening } from './listening.ts';
import {
  type Connect,
  FORGET_DEAD,
  hasToRestart,
  nodeTransactions,
  type NodeTransactionOptions,
  TAKE_LEAD,
} from './node-transactions.ts';
import { type Beats, joinNodes, type JoinOptions, type Membership } from './nodes.ts';
import { createOutbox } from './outbox.ts';
import { createSchema } from './schema.ts';

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
  const connections: { readonly reset: () => void }[] = [db];
  const onSilence = (): void => {
    log.warn('the database does not answer; all connections to it are made anew');
    for (const connection of connections) connection.reset();
  };
  const membership = await openDatabase(db, { ...options, name: options.node, onSilence });
  const { run, channel, leads, leadsForSure } = membership;
  const connect: Connect = (frame) => {
    const connection = new PostgresConnection(url, frame, membership.isSilent);
    connections.push(connection);
    return connection;
  };
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
  connections.push(listening);
  const polling = setInterval(() => {
    if (!listening.isHeard()) lookAgain();
  }, POLL_INTERVAL);
  const journal = startJournal(connect(), node, ({ code, detail }) =>
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
    leadsForSure,
    onLeading: membership.onLeading,
    begun: () => untilBegun(db, leads),
    follow: outbox.follow,
    caughtUp: outbox.caughtUp,
    tell: async (name, data) => void (await writer?.ask(TELL, { name, data })),
    list: membership.list,
    ahead: membership.ahead,
  };
  const start = async (name: 'writer' | 'reader', onFault: OnFault): Promise<StoreThread> => {
    if (name === 'reader') return startReader(connect(), onFault);
    writer = startWriter({ connect, membership, outbox, onFault, lost: membership.lost });
    const { takeLead, forgetDead } = writer;
    membership.begin({ applied: outbox.applied, listens: listening.isHeard, takeLead, forgetDead, beaten: lookAgain });
    return { ...writer, died: membership.lost, stop };
  };
  return await openStoreOn(start, log, { journal, nodes });
}

async function openDatabase(db: PostgresConnection, options: JoinOptions): Promise<Membership> {
  try {
    await createSchema(db);
    return await joinNodes(db, options);
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

type NodeWriter = StoreThread & Pick<Beats, 'takeLead' | 'forgetDead'>;

/** Requests that wait while one transaction is under way share the next. */
function startWriter({
  onFault,
  lost,
  ...options
}: NodeTransactionOptions & Pick<Membership, 'lost'> & { readonly onFault: OnFault }): NodeWriter {
  const { db, run, applied } = nodeTransactions(options);
  let isLost = false;
  void lost.then(() => (isLost = true));
  let waiting: { readonly request: Request; readonly answer: (outcome: Outcome) => void }[] = [];
  const writeWaiting = async (): Promise<void> => {
    const batch = waiting.slice(0, MOST_TOGETHER);
    waiting = waiting.slice(MOST_TOGETHER);
    const requests = batch.map(({ request }) => request);
    const failure = db.failureOf(hasToRestart());
    const outcomes = isLost
      ? requests.map(({ id }): Outcome => ({ id, ok: false, failure }))
      : await writeTogether(db, requests, run, scopeOf);
    // What comes next need not wait.
    void applied().then(() => {
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
    takeLead: async (dead) => (await part.ask(TAKE_LEAD, dead)) === true,
    forgetDead: () => part.ask(FORGET_DEAD, undefined),
  };
}

function startReader(db: PostgresConnection, onFault: OnFault): StoreThread {
  return partOf(db, onFault, (request) => outcomeOf(db, request, runQuery(db, request)));
}

/** Its own connection, so that messages never wait for it. */
function startJournal(db: PostgresConnection, node: string, onFault: OnFault): StoreThread {
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
