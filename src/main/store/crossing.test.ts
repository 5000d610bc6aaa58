import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { toClientMessage } from '#shared/contract/answers.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { ASKING, queryInputs } from '../../../test/fixtures/query-inputs.ts';
import { transactionInputs } from '../../../test/fixtures/transaction-inputs.ts';
import { mapInOrder, type WritingConnection } from './connection.ts';
import { PostgresConnection } from './postgres/connection.ts';
import { SqliteWritingConnection } from './sqlite/connection.ts';
import { createSchema } from './sqlite/schema.ts';
import { Sqlite } from './sqlite/sqlite.ts';
import { installation } from '../../../test/fixtures/installation.ts';
import type { Store } from './store.ts';
import { isOnPostgres } from '../../../test/fixtures/memory-store.ts';
import { openTemporaryStore } from '../../../test/fixtures/temporary-store.ts';
import { runQuery } from './queries.ts';
import type { Asking } from './thread.ts';
import { transactions, type Transactions } from './transactions.ts';
import { acting } from '../../../test/fixtures/acts.ts';

type Name = keyof Transactions;
const NAMES = Object.keys(transactionInputs) as Name[];
/** Creates data for the other calls to work on. */
const NEWS: readonly Name[] = [
  'changeBot',
  'messages.receive',
  'messages.receive',
  'messages.receive',
  'chats.reply',
  'chats.setTags',
  'chats.setTags',
];
/** A call that undoes something has to come soon after it. */
const BACK: readonly Name[] = [
  'contacts.merge',
  'contacts.merge',
  'contacts.separate',
  'replies.store',
  'replies.store',
  'replies.store',
  'replies.store',
  'deliveries.end',
  'deliveries.end',
  'messages.dismissFailure',
  'messages.dismissFailure',
  'deliveries.resend',
  'chats.assign',
  'chats.unassign',
  'chats.assign',
  'chats.unassign',
  'chats.assign',
  'chats.unassign',
  'changeBot',
  'chats.returnToBot',
  'chats.returnToBot',
  'chats.returnToBot',
  'chats.take',
  'chats.requestRating',
  'chats.requestRating',
  'chats.requestRating',
  'replies.schedule',
  'chats.snooze',
  'chats.unsnooze',
  'replies.schedule',
  'addInvitation',
  'withdrawInvitation',
  'addInvitation',
  'acceptInvitation',
  'replies.cancel',
  'replies.schedule',
  'replies.runDue',
  'addSticker',
  'removeSticker',
  'savedReplies.create',
  'savedReplies.update',
  'savedReplies.remove',
  'chats.closeMany',
  'chats.begin',
  'chats.begin',
];
const ROUNDS = 16;
/** Each round is the same in every run, so that every transaction is known to have run. */
const SEED = 2;

/** The outcome of a transaction: its result or its refusal. */
type Came = { readonly value: unknown } | { readonly code: string; readonly message: string; readonly issues: unknown };

test(
  'every transaction behaves the same through the threads, or on PostgreSQL, as without them, its events match later reads, and so does every query',
  { timeout: 240_000 },
  async () => {
    const met = new Set<Name>();
    using sent = vi.spyOn(Worker.prototype, 'postMessage');
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const { store, url, remove } = await openTemporaryStore();
        const database = url === undefined ? undefined : new PostgresConnection(url);
        const folder = await mkdtemp(join(tmpdir(), 'counterbell-twin-'));
        const sqlite = new Sqlite(join(folder, 'twin.db'), { readOnly: false });
        const twin = new SqliteWritingConnection(sqlite);
        sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
        createSchema(sqlite);
        await twin.transaction(() => transactions.putInstallation(twin, { installation: installation(), at: 0 }));
        try {
          for (const name of [
            ...NEWS,
            ...draw(fc.shuffledSubarray<Name>, NAMES, { minLength: NAMES.length }),
            ...NEWS,
            ...BACK,
            ...draw(fc.shuffledSubarray<Name>, NAMES, {}),
          ]) {
            const input = transactionInputs[name](draw, sqlite);
            sent.mockClear();
            const here = await came(
              name === 'rewriteFile' ? transactions.rewriteFile(twin) : twin.transaction(() => run(name, twin, input)),
            );
            const there = await came((store.write as Write)(name, ...input));
            // A thread receives a structured clone of its input; some inputs are generated without a prototype, which
            // cloning adds.
            if (!isOnPostgres())
              expect({ name, sent: structuredClone(sent.mock.calls) }).toStrictEqual({
                name,
                sent: [[[{ id: expect.any(Number), name, ...sentAs(input) }]]],
              });
            expect({ name, came: withoutUuids(there) }).toStrictEqual({ name, came: withoutUuids(here) });
            if (database !== undefined) await alignIds(sqlite, database);
            if ('value' in there) {
              met.add(name);
              await expectSameAnswers(store, name, there.value);
            }
          }
          await expectSameReads(store, twin);
        } finally {
          sqlite.close();
          await database?.close();
          await remove();
          await rm(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: ROUNDS, seed: SEED, endOnFailure: true },
    );
    expect(NAMES.filter((name) => !met.has(name))).toEqual([]);
  },
);

type Write = (name: Name, ...input: readonly unknown[]) => Promise<unknown>;

function sentAs([input, context]: readonly unknown[]): object {
  return structuredClone(context === undefined ? { input } : { input, context });
}

function run(name: Name, connection: WritingConnection, input: readonly unknown[]): Promise<unknown> {
  return (transactions[name] as (connection: WritingConnection, ...input: readonly unknown[]) => Promise<unknown>)(
    connection,
    ...input,
  );
}

function answerOf(error: unknown): Came {
  if (!(error instanceof ContractError)) throw error;
  return { code: error.code, message: error.message, issues: error.issues };
}

/** PostgreSQL does not give again what a refused transaction took. */
async function alignIds(from: Sqlite, to: PostgresConnection): Promise<void> {
  const last = new Map(from.all`SELECT name, seq FROM sqlite_sequence`.map(({ name, seq }) => [name, seq]));
  const identities = await to.all<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`;
  for (const { table, column } of identities)
    await to.run`SELECT setval(pg_get_serial_sequence(${table}, ${column}), ${last.get(table) ?? 1}, ${last.has(table)})`;
}

/** Each makes its own ids, and addresses of rating pages. */
function withoutUuids(value: unknown): unknown {
  return mapTexts(withoutNul(value), (text) =>
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
      .replaceAll(/\/rating\/[\w-]{32}/g, '/rating/token'),
  );
}

/** PostgreSQL has no NUL, also where JSON has escaped it. */
function withoutNul(value: unknown): unknown {
  return isOnPostgres() ? mapTexts(value, (text) => text.replaceAll(/\0|\\u0000/g, '\u2400')) : value;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, map)]));
}

interface Answers {
  readonly chats: Map<string, unknown>;
  readonly messages: Map<string, Message>;
}

/** Chats and messages as `readChat` and `messages.list` now return them. */
async function expectSameAnswers(store: Store, name: Name, value: unknown): Promise<void> {
  const told: Answers = { chats: new Map(), messages: new Map() };
  collect(value, told);
  const same = (read: unknown, is: unknown): void =>
    expect({ name, told: withoutNul(is) }).toStrictEqual({ name, told: withoutNul(read) });
  for (const [chatId, chat] of told.chats) same(await store.read('readChat', { chatId }), chat);
  for (const [id, message] of told.messages) {
    const { messages } = await store.read(
      'messages.list',
      { chatId: message.chatId, around: id, limit: 3 },
      acting('olga'),
    );
    same(
      messages.find((each) => each.id === id),
      toClientMessage(message),
    );
  }
}

/** What each query answers, the same as on the twin. */
async function expectSameReads(store: Store, twin: SqliteWritingConnection): Promise<void> {
  for (const [name, inputs] of Object.entries(queryInputs(twin.sqlite))) {
    const here = await mapInOrder(inputs, (input) => came(runQuery(twin, { id: 0, name, input, context: ASKING })));
    const there = await Promise.all(inputs.map((input) => came((store.read as Read)(name, input, ASKING))));
    for (const [index, input] of inputs.entries())
      expect({ name, input, read: withoutUuids(there[index]) }).toStrictEqual({
        name,
        input,
        read: withoutUuids(here[index]),
      });
  }
}

function came(answer: Promise<unknown>): Promise<Came> {
  return answer.then((value) => ({ value }), answerOf);
}

type Read = (name: string, input: unknown, context: Asking) => Promise<unknown>;

function collect(value: unknown, told: Answers): void {
  if (Array.isArray(value)) for (const each of value) collect(each, told);
  else if (typeof value === 'object' && value !== null) {
    if ('askedForPerson' in value) {
      // As one operator sees it: the rest is the chat.
      const { unread: _unread, ...chat } = value as Chat & { readonly unread?: number };
      told.chats.set(chat.id, chat);
    }
    if ('chatId' in value && 'from' in value) told.messages.set((value as Message).id, value as Message);
    for (const each of Object.values(value)) collect(each, told);
  }
}
