import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acting, standing, textParts } from '../../../../test/fixtures/acts.ts';
import { installation } from '../../../../test/fixtures/installation.ts';
import { isOnPostgres } from '../../../../test/fixtures/memory-store.ts';
import { received } from '../../../../test/fixtures/received-message.ts';
import { seeded } from '../../../../test/fixtures/seeded.ts';
import { openTemporaryStore, type TemporaryStore } from '../../../../test/fixtures/temporary-store.ts';
import { PostgresConnection } from '../postgres/connection.ts';
import { queries } from '../queries.ts';
import { SqliteWritingConnection } from '../sqlite/connection.ts';
import { createSchema } from '../sqlite/schema.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import { transactions, type Transactions } from '../transactions.ts';
import { indexStep, isIndexBehind } from './fts5.ts';

const OLGA = { at: 1, operatorId: 'olga', role: 'owner' } as const;
const CHANNELS = ['shop', 'app'] as const;
const HOUR = 3_600_000;
/** At these steps the next id is shortly before a block's end: some blocks are empty. */
const SKIPS: Readonly<Record<number, readonly [table: 'messages' | 'customers', next: number]>> = {
  80: ['messages', 32_760],
  100: ['customers', 8190],
  160: ['messages', 98_300],
};
const LONG_WORD = 'schiff'.repeat(700);

/** What is said and searched: scripts, marks, symbols, numbers, and signs that queries of databases have. */
const WORDS = [
  ...['lamp', 'Lampe', 'lampshade', 'blue', 'BLÜE', 'crème', 'Straße', 'I', 'ﬁn', 'a'],
  ...['мой', 'мои', 'за́мок', '青い', '蓝色的灯', 'สวัสดี', 'مَرْحَبًا', 'שָׁלוֹם', 'می‌خواهم', '한국어', '𝔘𝔫𝔦'],
  ...['👍', '👍🏽', '❤️', '👨‍👩‍👧', '🇩🇪', '€', '20€', '№ 5', 'a+b', '$'],
  ...['+49 (30) 901820', '901820', '4930', '1234567890', 'anna.berg@shop.example', 'cust-17'],
  ...[
    "it's",
    "o'",
    "''",
    '\\',
    "\\'",
    'a:*',
    '!lamp',
    'a & b',
    'lamp | blue',
    'a <-> b',
    ':ab',
    '*',
    'NEAR',
    'OR',
    '-',
    '(',
    '^a',
  ],
  ...[LONG_WORD, LONG_WORD.slice(0, 30), 'x', 'w', 'wlamp'],
] as const;

let temporary: TemporaryStore;
let sqlite: Sqlite;
let twin: SqliteWritingConnection;
beforeEach(async () => {
  if (!isOnPostgres()) return;
  // A page ends after a time, too.
  vi.useFakeTimers({ toFake: ['performance'] });
  temporary = await openTemporaryStore();
  sqlite = new Sqlite(':memory:', { readOnly: false });
  createSchema(sqlite);
  twin = new SqliteWritingConnection(sqlite);
  await twin.transaction(() => transactions.putInstallation(twin, { installation: installation(), at: 0 }));
});
afterEach(async () => {
  vi.useRealTimers();
  if (!isOnPostgres()) return;
  sqlite.close();
  await temporary.remove();
});

/** On both, with the same result. */
async function write(name: keyof Transactions, ...input: readonly unknown[]): Promise<void> {
  type Run = (...of: readonly unknown[]) => Promise<unknown>;
  const there = await (temporary.store.write as Run)(name, ...input);
  const here = await twin.transaction(() => (transactions[name] as Run)(twin, ...input));
  expect({ name, came: there }).toEqual({ name, came: here });
}

function index(): void {
  while (isIndexBehind(sqlite)) sqlite.transaction(() => indexStep(sqlite));
}

/** Lets the next id be this one, in both databases. */
async function skipTo(table: 'messages' | 'customers', id: number): Promise<void> {
  sqlite.run`UPDATE sqlite_sequence SET seq = ${id - 1} WHERE name = ${table}`;
  const db = new PostgresConnection(temporary.url ?? '');
  await db.run`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${id - 1})`;
  await db.close();
}

test.skipIf(!isOnPostgres()).each([1, 2, 3, 4])(
  'the same messages, customers, notes and erasings are found the same on SQLite and PostgreSQL (%i)',
  async (seed) => {
    const random = seeded(seed);
    const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T;
    const textOf = (most: number) =>
      Array.from({ length: 1 + random(most) }, () => oneOf(WORDS)).join(oneOf([' ', ' ', ', ', '\n']));
    const chatIds = () => sqlite.all<{ id: number }>`SELECT id FROM chats ORDER BY id`.map(({ id }) => String(id));
    const openChatIds = () =>
      sqlite.all<{ id: number }>`SELECT id FROM chats WHERE state <> 'closed' ORDER BY id`.map(({ id }) => String(id));
    let at = HOUR;

    const acts = [
      async () => {
        const texts = [textOf(8)];
        const externalId = JSON.stringify(`cust-${random(20)}`);
        const sender =
          random(2) === 0
            ? { name: textOf(3), phone: oneOf(WORDS).slice(0, 64), email: oneOf(WORDS).slice(0, 64) }
            : {};
        await write(
          'messages.receive',
          received({ texts, at, externalId, channelId: oneOf(CHANNELS), sender }),
          standing(),
        );
      },
      async () => {
        const externalId = JSON.stringify(`cust-${random(20)}`);
        const fields = { file: 'https://x.example/1', fileName: `${textOf(2)}.pdf`, title: textOf(2) };
        const message = { texts: [oneOf([undefined, textOf(2)])], at, externalId, type: 'audio', fields } as const;
        await write('messages.receive', received(message), standing());
      },
      async () => {
        const parts = textParts([textOf(6)]);
        await write('replies.store', { chatId: oneOf(openChatIds()), operatorId: 'olga', parts }, standing(at));
      },
      () => write('chats.note', { chatId: oneOf(chatIds()), text: textOf(6) }, acting('olga', at)),
      async () => {
        const notes = sqlite.all<{ id: number }>`SELECT id FROM messages WHERE author = 'note'`;
        if (notes.length > 0)
          await write('chats.editNote', { messageId: String(oneOf(notes).id), text: textOf(4) }, acting('olga', at));
      },
      async () => {
        const customers = sqlite.all<{ id: number }>`SELECT id FROM customers ORDER BY id`;
        const customerId = String(oneOf(customers).id);
        const change = oneOf([{ name: textOf(3).slice(0, 255) }, { phone: oneOf(WORDS).slice(0, 64) }]);
        await write('customers.update', { customerId, ...change }, acting('olga', at));
      },
      () => write('chats.close', { chatId: oneOf(openChatIds()) }, acting('olga', at)),
      async () => {
        const closed = sqlite.all<{ id: number }>`
          SELECT id FROM customers WHERE id NOT IN (SELECT customer_id FROM chats WHERE state <> 'closed') ORDER BY id`;
        if (closed.length > 3) await write('eraseCustomers', { customerIds: [String(oneOf(closed).id)] });
      },
      async () => index(),
    ] as const;

    const questions = () => {
      const whole = textOf(2);
      const part = Array.from(whole)
        .slice(0, 1 + random(12))
        .join('');
      return oneOf([whole, part, part, `"${whole}"`, `"${part}`, `${part} ${textOf(1)}`, '']).slice(0, 500);
    };
    const askAll = async () => {
      let found = 0;
      for (let count = 0; count < 60; count += 1) {
        const text = questions();
        const asked = {
          text,
          limit: 1 + random(4),
          ...(random(3) === 0 && { channelId: oneOf([...CHANNELS, 'none']) }),
        };
        const filters = {
          ...(random(3) === 0 && { from: oneOf(['customer', 'operator', 'note'] as const) }),
          ...(random(6) === 0 && { operatorId: oneOf(['olga', 'boris']) }),
          ...(random(4) === 0 && { since: random(at) }),
          ...(random(4) === 0 && { until: random(at) }),
          ...(random(6) === 0 && { chatId: oneOf(chatIds()) }),
        };
        found += await compare('search.messages', { ...asked, ...filters });
        found += await compare('search.customers', asked);
      }
      return found;
    };

    let found = 0;
    await acts[0]();
    for (let step = 1; step <= 300; step += 1) {
      at += random(HOUR);
      const skip = SKIPS[step];
      if (skip !== undefined) await skipTo(...skip);
      const act = skip !== undefined || random(3) === 0 || openChatIds().length === 0 ? acts[0] : oneOf(acts);
      await act();
      // Too much at once is not searched until it is indexed.
      if (skip !== undefined) index();
      if (step % 60 === 0) found += await askAll();
    }
    expect(found).toBeGreaterThan(500);
  },
);

/** Reads all pages, which must be the same. Returns how many chats or customers there were. */
async function compare<N extends 'search.messages' | 'search.customers'>(name: N, asked: object): Promise<number> {
  type Read = (...of: readonly unknown[]) => Promise<{
    readonly nextCursor?: string;
    readonly chats?: readonly unknown[];
    readonly customers?: readonly unknown[];
  }>;
  let cursor: string | undefined;
  let found = 0;
  do {
    const input = { ...asked, cursor };
    const there = await (temporary.store.read as Read)(name, input, OLGA);
    const here = await (queries[name] as Read)(twin, input, OLGA);
    expect({ name, input, found: there }).toEqual({ name, input, found: here });
    found += (here.chats ?? here.customers ?? []).length;
    cursor = here.nextCursor;
  } while (cursor !== undefined);
  return found;
}
