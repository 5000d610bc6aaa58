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
import { transactionInputs } from '../../../test/fixtures/transaction-inputs.ts';
import type { WritingConnection } from './connection.ts';
import { SqliteWritingConnection } from './sqlite/connection.ts';
import { createSchema } from './sqlite/schema.ts';
import { Sqlite } from './sqlite/sqlite.ts';
import { installation } from '../../../test/fixtures/installation.ts';
import type { Store } from './store.ts';
import { openTemporaryStore } from '../../../test/fixtures/temporary-store.ts';
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
  'every transaction behaves the same through the threads as without them, and its events match later reads',
  { timeout: 240_000 },
  async () => {
    const met = new Set<Name>();
    using sent = vi.spyOn(Worker.prototype, 'postMessage');
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const { store, remove } = await openTemporaryStore();
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
            const here = await (
              name === 'rewriteFile' ? transactions.rewriteFile(twin) : twin.transaction(() => run(name, twin, input))
            ).then((value): Came => ({ value }), answerOf);
            const there = await (store.write as Write)(name, ...input).then((value): Came => ({ value }), answerOf);
            // A thread receives a structured clone of its input; some inputs are generated without a prototype, which
            // cloning adds.
            expect({ name, sent: structuredClone(sent.mock.calls) }).toStrictEqual({
              name,
              sent: [[[{ id: expect.any(Number), name, ...sentAs(input) }]]],
            });
            expect({ name, came: withoutUuids(there) }).toStrictEqual({ name, came: withoutUuids(here) });
            if ('value' in there) {
              met.add(name);
              await expectSameAnswers(store, name, there.value);
            }
          }
        } finally {
          sqlite.close();
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

/** Each makes its own ids, and addresses of rating pages. */
function withoutUuids(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
      .replaceAll(/\/rating\/[\w-]{32}/g, '/rating/token');
  if (Array.isArray(value)) return value.map(withoutUuids);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutUuids(each)]));
}

interface Answers {
  readonly chats: Map<string, unknown>;
  readonly messages: Map<string, Message>;
}

/** Chats and messages as `readChat` and `messages.list` now return them. */
async function expectSameAnswers(store: Store, name: Name, value: unknown): Promise<void> {
  const told: Answers = { chats: new Map(), messages: new Map() };
  collect(value, told);
  const same = (read: unknown, is: unknown): void => expect({ name, told: is }).toStrictEqual({ name, told: read });
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
