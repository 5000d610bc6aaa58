import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Exchange } from '#shared/contract/journal.ts';
import { isOnPostgres } from '../../../test/fixtures/memory-store.ts';
import { spaceIn } from '../../../test/fixtures/postgres.ts';
import type { JournalLimits, JournalSelection, JournalStore, NewJournalEntry } from './journal.ts';
import { PostgresConnection } from './postgres/connection.ts';
import { JournalTable } from './postgres/journal.ts';
import { createSchema } from './postgres/schema.ts';
import { JournalFile } from './sqlite/journal.ts';
import { phrase } from '#shared/locales/phrase.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 1);
const LIMITS: JournalLimits = { days: 7, megabytes: 10 };

let folder: string;
let file: string;
let journal: JournalStore;
/** Closes it, for another on the same file or database. */
let close: () => Promise<void>;
let drop: (() => Promise<void>) | undefined;
let open: () => void;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-journal-'));
  file = join(folder, 'journal.db');
  const database = inject('postgresUrl');
  const space = database === undefined ? undefined : spaceIn(database);
  url = space?.url ?? '';
  open = () => {
    if (space === undefined) {
      const opened = new JournalFile(file);
      journal = opened;
      close = async () => opened.close();
    } else {
      const db = new PostgresConnection(space.url);
      journal = inTurns(db, 'test');
      close = () => db.close();
    }
  };
  drop = space?.drop;
  await space?.create();
  open();
  if (space === undefined) return;
  const db = new PostgresConnection(space.url);
  await createSchema(db);
  await db.close();
});
afterEach(async () => {
  await close();
  await drop?.();
  await rm(folder, { recursive: true, force: true });
});
/** As the store calls it. */
function inTurns(db: PostgresConnection, node: string): JournalStore {
  const table = new JournalTable(db, node);
  return {
    append: (page) => db.inTurn(() => table.append(page)),
    prune: (kept) => db.inTurn(() => table.prune(kept)),
    forget: (people) => db.inTurn(() => table.forget(people)),
    list: (selection) => db.inTurn(() => table.list(selection)),
    get: (entryId) => db.inTurn(() => table.get(entryId)),
  };
}

const entry = (kind: string, more: Partial<NewJournalEntry> = {}): NewJournalEntry => ({
  at: NOW,
  direction: 'in',
  kind,
  outcome: 'accepted',
  notes: [],
  took: 1,
  size: 1,
  ...more,
});
const exchange = (requestBody: string): Exchange => ({
  method: 'POST',
  url: '/***/shop',
  requestHeaders: [['host', 'x']],
  requestBody,
  responseHeaders: undefined,
  responseBody: 'ok \u0000 👋',
  whole: true,
});
const append = (
  entries: readonly NewJournalEntry[],
  more: { exchanges?: readonly (Exchange | undefined)[]; at?: number; earliest?: number; limits?: JournalLimits } = {},
): Promise<void> =>
  journal.append({
    rows: entries.map((newJournalEntry, at) =>
      [newJournalEntry, more.exchanges?.[at]]
        .flatMap((part) => (part === undefined ? [] : [JSON.stringify(part)]))
        .join('\n'),
    ),
    at: more.at ?? NOW,
    earliest: more.earliest ?? more.at ?? NOW,
    limits: more.limits ?? LIMITS,
  });
const kinds = async (selection: Partial<JournalSelection> = {}): Promise<string> =>
  (await journal.list({ limit: 200, ...selection })).entries.map(({ kind }) => kind).join('');

test('entries are read newest first, page by page', async () => {
  await append([entry('a'), entry('b')]);
  await append([entry('c'), entry('d'), entry('e')]);
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await journal.list({ limit: 2, cursor });
    read.push(page.entries.map(({ kind }) => kind).join(''));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(read).toEqual(['ed', 'cb', 'a']);
});

test('entries newer than a known one are read oldest first', async () => {
  expect(await kinds({ after: '0' })).toBe('');
  await append([entry('a'), entry('b')]);
  const known = (await journal.list({ limit: 1 })).entries[0]?.id ?? '';
  expect(await kinds({ after: known })).toBe('');
  await append([entry('c'), entry('d')]);
  expect(await kinds({ after: known })).toBe('cd');
  const first = await journal.list({ limit: 3, after: '0' });
  expect(first.entries.map(({ kind }) => kind).join('')).toBe('abc');
  expect(await kinds({ after: first.nextCursor })).toBe('d');
});

test('entries after one that is newer than all, from before a restore, are read from the beginning', async () => {
  await append([entry('a'), entry('b')]);
  expect(await kinds({ after: '900' })).toBe('ab');
});

test('typing events are left out if unwanted', async () => {
  await append([entry('a'), entry('typein'), entry('typing'), entry('b'), entry('typeout')]);
  expect(await kinds({ typing: false })).toBe('ba');
  expect(await kinds()).toBe('typeoutbtypingtypeina');
});

describe('of all entries are found', () => {
  beforeEach(() =>
    append(
      [
        entry('a', { channelId: 'shop', chatId: '1', messageId: '7' }),
        entry('b', { botId: 'faq', outcome: 'failed', direction: 'out' }),
        entry('c', { channelId: 'shop', outcome: 'refused', notes: [phrase('errors:calls.notJson')] }),
        entry('d', { chatId: '11', messageId: '77' }),
      ],
      {
        exchanges: [
          exchange('{"text":"Grüße aus KÖLN"}'),
          undefined,
          exchange(String.raw`{"text":"\u041f\u0440\u0438\u0432\u0435\u0442"}`),
          undefined,
        ],
      },
    ),
  );

  test.each([
    ['those of a channel', { channelId: 'shop' }, 'ca'],
    ['those of a bot', { botId: 'faq' }, 'b'],
    ['those of a chat, and not of one whose number begins alike', { chatId: '1' }, 'a'],
    ['those of a message', { messageId: '7' }, 'a'],
    ['one outcome', { outcome: 'refused' }, 'c'],
    ['what went wrong', { failedOnly: true }, 'cb'],
    ['a word in the notes, letters’ case aside', { text: 'not json' }, 'c'],
    ['a word in the body, letters’ case aside', { text: 'grüße aus köln' }, 'a'],
    ['a word that the body writes with escapes', { text: 'привет' }, 'c'],
    ['both a channel and a word', { channelId: 'shop', text: 'köln' }, 'a'],
    ['nothing, where nothing fits', { text: 'nowhere' }, ''],
  ] satisfies readonly (readonly [string, Partial<JournalSelection>, string])[])(
    '%s',
    async (_name, selection, found) => {
      expect(await kinds(selection)).toBe(found);
    },
  );

  test('one with headers and bodies', async () => {
    const [, , , oldest] = (await journal.list({ limit: 4 })).entries;
    expect(await journal.get(oldest?.id ?? '')).toEqual({
      entry: oldest,
      exchange: {
        method: 'POST',
        url: '/***/shop',
        requestHeaders: [['host', 'x']],
        requestBody: '{"text":"Grüße aus KÖLN"}',
        responseBody: 'ok \u0000 👋',
        whole: true,
      },
    });
  });

  test('one without them, if they were not kept', async () => {
    const [newest] = (await journal.list({ limit: 1 })).entries;
    expect(await journal.get(newest?.id ?? '')).toEqual({ entry: newest });
  });
});

test('an invalid cursor and an unknown entry are coded errors', async () => {
  await expect(journal.list({ limit: 9, cursor: 'mine' })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(journal.get('5')).rejects.toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('people are forgotten a few entries at a time, and nothing of them remains in the file', async () => {
  const word = 'anna@example.com';
  await append(
    Array.from({ length: 2000 }, (_none, at) => entry('a', at % 2 === 0 ? { chatId: '7' } : {})),
    { exchanges: Array.from({ length: 2000 }, (_none, at) => exchange(at % 4 === 1 ? `{"from":"${word}"}` : '{}')) },
  );
  await append([entry('z')], { exchanges: [exchange('kept')], at: NOW + 1 });
  for (let after: number | undefined = 0; after !== undefined;)
    after = await journal.forget({ chatIds: ['7'], words: [word], after });
  expect(await kinds({ chatId: '7' })).toBe('');
  const { entries } = await journal.list({ limit: 200 });
  expect(entries).toHaveLength(200);
  expect((await journal.get(entries[0]?.id ?? '')).exchange?.requestBody).toBe('kept');
  await close();
  if (!isOnPostgres()) expect((await readFile(file)).includes(word)).toBe(false);
});

test('forgetting continues after the entry where it stopped', async () => {
  await append(Array.from({ length: 3 }, () => entry('a', { chatId: '7' })));
  const [, second] = (await journal.list({ limit: 3 })).entries;
  expect(await journal.forget({ chatIds: ['7'], words: [], after: Number(second?.id) })).toBeUndefined();
  expect(await kinds({ chatId: '7' })).toBe('aa');
});

test('what is deleted to make room remains nowhere in the file', async () => {
  await append([entry('a')], { exchanges: [exchange('a-word-of-theirs')] });
  await append([entry('b')], { at: NOW + 30 * DAY });
  expect(await kinds()).toBe('b');
  await close();
  if (!isOnPostgres()) expect((await readFile(file)).includes('a-word-of-theirs')).toBe(false);
});

test('entries survive a restart', async () => {
  await append([entry('a')]);
  await close();
  open();
  await append([entry('b')]);
  expect(await kinds()).toBe('ba');
});

test('entries older than the limit are deleted', async () => {
  await append([entry('a')]);
  await append([entry('b')], { at: NOW + DAY });
  await append([entry('c')], { at: NOW + 7 * DAY + 1 });
  expect(await kinds()).toBe('cb');
  await journal.prune({ earliest: NOW + 30 * DAY, limits: LIMITS });
  expect(await kinds()).toBe('');
});

test('entries stay while the clock is not to be believed', async () => {
  await append([entry('a')]);
  await append([entry('b')], { at: NOW + 3650 * DAY, earliest: NOW });
  expect(await kinds()).toBe('ba');
  await append([entry('c')], { at: NOW + 3650 * DAY });
  expect(await kinds()).toBe('cb');
});

test('the oldest entries beyond the size limit are deleted, and the file stays below it', async () => {
  const body = 'x'.repeat(50_000);
  for (let page = 0; page < 80; page += 1)
    await append(
      Array.from({ length: 10 }, () => entry(`${page}.`)),
      { exchanges: Array.from({ length: 10 }, () => exchange(body)), at: NOW + page },
    );
  const { entries } = await journal.list({ limit: 200 });
  expect(entries[0]?.kind).toBe('79.');
  expect(new Set(entries.map(({ kind }) => kind)).size).toBeLessThan(25);
  if (!isOnPostgres()) expect((await stat(file)).size).toBeLessThanOrEqual(10 * 1024 * 1024);
});

test('a lower limit shrinks the file step by step', async () => {
  const body = 'x'.repeat(50_000);
  for (let page = 0; page < 40; page += 1)
    await append(
      Array.from({ length: 10 }, () => entry('a')),
      {
        exchanges: Array.from({ length: 10 }, () => exchange(body)),
        at: NOW + page,
        limits: { days: 7, megabytes: 100 },
      },
    );
  while (await journal.prune({ earliest: NOW + 41, limits: { days: 7, megabytes: 10 } }));
  if (!isOnPostgres()) expect((await stat(file)).size).toBeLessThanOrEqual(10 * 1024 * 1024);
  expect((await journal.list({ limit: 1 })).entries).toHaveLength(1);
});

describe.skipIf(isOnPostgres())('an unreadable file', () => {
  test('that is not a database is replaced', async () => {
    await close();
    await writeFile(file, 'this is no database, and long enough to be taken for one '.repeat(100));
    open();
    await append([entry('a')]);
    expect(await kinds()).toBe('a');
  });

  test('that was truncated is replaced', async () => {
    for (let page = 0; page < 20; page += 1)
      await append(
        Array.from({ length: 100 }, () => entry('old')),
        { at: NOW + page },
      );
    await close();
    const { size } = await stat(file);
    await truncate(file, Math.floor(size / 2));
    await writeFile(file, Buffer.alloc(3 * 4096, 7), { flag: 'r+' });
    open();
    await append([entry('a')], { at: NOW + 100 });
    expect(await kinds({ limit: 1 })).toBe('a');
  });

  test('of another version is replaced', async () => {
    await append([entry('old')]);
    await close();
    const bytes = await readFile(file);
    bytes.writeUInt32BE(99, 60);
    await writeFile(file, bytes);
    open();
    await append([entry('a')]);
    expect(await kinds()).toBe('a');
  });
});

test.skipIf(isOnPostgres())(
  'a folder that cannot be written to refuses the page, without further effects',
  async () => {
    await close();
    file = join(folder, 'missing', 'journal.db');
    open();
    await expect(append([entry('a')])).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(journal.list({ limit: 1 })).rejects.toMatchObject({ code: 'storage_unavailable' });
  },
);

test.runIf(isOnPostgres())(
  'hosts that write together share its order: nobody who reads on misses an entry',
  async () => {
    const others = [1, 2, 3].map(() => new PostgresConnection(url));
    const hosts = others.map((db, at) => inTurns(db, `node ${at}`));
    const rows = [JSON.stringify(entry('a'))];
    const read: string[] = [];
    let isOver = false;
    const reading = (async () => {
      let after = '0';
      for (let isLast = false; ; isLast = isOver) {
        const { entries } = await journal.list({ limit: 200, after });
        read.push(...entries.map(({ id }) => id));
        after = entries.at(-1)?.id ?? after;
        if (isLast && entries.length === 0) return;
      }
    })();
    await Promise.all(
      hosts.flatMap((host, at) =>
        Array.from({ length: 50 }, () => host.append({ rows, at: NOW + at, earliest: NOW, limits: LIMITS })),
      ),
    );
    isOver = true;
    await reading;
    await Promise.all(others.map((db) => db.close()));
    expect(read).toHaveLength(150);
    expect(new Set(read).size).toBe(150);
  },
);
