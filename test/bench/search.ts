import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteConnection } from '#main/store/sqlite/connection.ts';
import { installation } from '../fixtures/installation.ts';
import { createSchema } from '#main/store/sqlite/schema.ts';
import { putInstallation } from '#main/store/installation/installation.ts';
import { Sqlite } from '#main/store/sqlite/sqlite.ts';
import { databaseFile } from '#main/store/store.ts';
import { indexStep, isIndexBehind } from '#main/store/search/fts5.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { type Headless, startHeadless } from '../fixtures/headless.ts';
import { seeded } from '../fixtures/seeded.ts';
import type { Measure } from './measures.ts';
import { percentile } from './statistics.ts';

const MANY = 1_000_000;
const FEW = 10_000;
const MESSAGES_A_CHAT = 100;
const ROUNDS = 12;

/** Words of a shop; the first ones are in most messages, the last ones in few. */
const SYLLABLES = 'la mes ka tor ing blu sch ra ne vo pi dex gre lam po sa'.split(' ');
const WORDS = 30_000;

const QUESTIONS: readonly RouteInput<'search.messages'>[] = [
  // in every message, in every second one, and their prefixes as typed
  ...['the', 'message', 'm', 'me', 'mess', 'messag', '"the message"', 'the message lam'].map((text) => ({ text })),
  // in some
  ...['lampost', 'lampost evening', 'mesla', 'the mesla torra'].map((text) => ({ text })),
  // in one, and in none
  ...['100057', '10005', 'message 100057', 'zzzz', 'message zzzz'].map((text) => ({ text })),
  ...[
    { text: 'the', from: 'operator' as const },
    { text: 'message', from: 'note' as const },
    { text: 'me', channelId: 'shop-1' },
  ],
];

/** Searching years of a busy shop's messages compared with days, alternating. */
export async function measureSearch(): Promise<readonly Measure[]> {
  const many = await searchable(MANY);
  const few = await searchable(FEW);
  try {
    const [ours, base]: [number[], number[]] = [[], []];
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const question of QUESTIONS) {
        const [inMany, inFew] = [await timeOf(many.host, question), await timeOf(few.host, question)];
        if (round < 0) continue;
        ours.push(inMany);
        base.push(inFew);
      }
    }
    const [slow, fast] = [percentile(ours, 0.95), percentile(base, 0.95)];
    return [
      {
        name: 'search in 1,000,000 messages, p95',
        ours: `${slow.toFixed(1)} ms`,
        base: `in 10,000: ${fast.toFixed(1)} ms`,
        ratio: slow / fast,
        bound: { atMost: 3 },
      },
    ];
  } finally {
    for (const { remove } of [many, few]) await remove();
  }
}

async function timeOf(host: Headless, question: RouteInput<'search.messages'>): Promise<number> {
  const begun = performance.now();
  await host.rpc('search.messages', { limit: 20, ...question });
  return performance.now() - begun;
}

/** A running host whose database has this many messages, all indexed. */
async function searchable(amount: number): Promise<{ readonly host: Headless; readonly remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'counterbell-bench-'));
  const sqlite = new Sqlite(databaseFile(dataDir), { readOnly: false });
  try {
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    createSchema(sqlite);
    await putInstallation(new SqliteConnection(sqlite), {
      installation: installation({ channels: ['shop-0', 'shop-1', 'shop-2'] }),
      at: 0,
    });
    sqlite.transaction(() => fill(sqlite, amount));
    while (isIndexBehind(sqlite)) sqlite.transaction(() => indexStep(sqlite));
  } finally {
    sqlite.close();
  }
  const host = await startHeadless({ dataDir });
  return {
    host,
    remove: async () => {
      await host.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function fill(sqlite: Sqlite, amount: number): void {
  const random = seeded(1);
  const words = Array.from({ length: WORDS }, (_, index) => wordOf(index + 7));
  let chatId = 0;
  for (let id = 1; id <= amount; id += 1) {
    if (id % MESSAGES_A_CHAT === 1) chatId = addChat(sqlite, id);
    const rest = Array.from({ length: 6 + random(18) }, () => words[Math.floor((random(1000) / 1000) ** 3 * WORDS)]);
    const text = [
      'the',
      ...rest,
      id % 2 === 0 ? 'evening' : 'message',
      ...(id % 3 === 0 ? ['lampost'] : []),
      100_000 + id,
    ].join(' ');
    sqlite.run`
      INSERT INTO messages (chat_id, author, type, text, at)
      VALUES (${chatId}, ${id % 4 === 0 ? 'operator' : 'customer'}, ${'text'}, ${text}, ${id * 60_000})`;
  }
}

function addChat(sqlite: Sqlite, at: number): number {
  const channelId = `shop-${at % 3}`;
  const customerId = sqlite.insert`
    INSERT INTO customers (channel_id, external_id, name, first_seen_at)
    VALUES (${channelId}, ${JSON.stringify(`customer-${at}`)}, ${`Customer ${at}`}, ${at})`;
  return sqlite.insert`
    INSERT INTO chats (customer_id, channel_id, state, opened_at, last_activity_at)
    VALUES (${customerId}, ${channelId}, 'closed', ${at * 60_000}, ${at * 60_000})`;
}

function wordOf(index: number): string {
  let word = '';
  for (let left = index; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length] ?? '';
  return word;
}
