import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Exchange } from '#shared/contract/journal.ts';
import { JournalFile, type JournalLimits, type JournalSelection, type NewJournalEntry } from './journal.ts';
import { phrase } from '#shared/locales/phrase.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 1);
const LIMITS: JournalLimits = { days: 7, megabytes: 10 };

let folder: string;
let file: string;
let journal: JournalFile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterbell-journal-'));
  file = join(folder, 'journal.db');
  journal = new JournalFile(file);
});
afterEach(async () => {
  journal.close();
  await rm(folder, { recursive: true, force: true });
});

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
): void =>
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
  append([entry('a'), entry('b')]);
  append([entry('c'), entry('d'), entry('e')]);
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
  append([entry('a'), entry('b')]);
  const known = (await journal.list({ limit: 1 })).entries[0]?.id ?? '';
  expect(await kinds({ after: known })).toBe('');
  append([entry('c'), entry('d')]);
  expect(await kinds({ after: known })).toBe('cd');
  const first = await journal.list({ limit: 3, after: '0' });
  expect(first.entries.map(({ kind }) => kind).join('')).toBe('abc');
  expect(await kinds({ after: first.nextCursor })).toBe('d');
});

test('entries after one that is newer than all, from before a restore, are read from the beginning', async () => {
  append([entry('a'), entry('b')]);
  expect(await kinds({ after: '900' })).toBe('ab');
});

test('typing events are left out if unwanted', async () => {
  append([entry('a'), entry('typein'), entry('typing'), entry('b'), entry('typeout')]);
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
    expect(journal.get(oldest?.id ?? '')).toEqual({
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
    expect(journal.get(newest?.id ?? '')).toEqual({ entry: newest });
  });
});

test('an invalid cursor and an unknown entry are coded errors', async () => {
  await expect(journal.list({ limit: 9, cursor: 'mine' })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(() => journal.get('5')).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('people are forgotten a few entries at a time, and nothing of them remains in the file', async () => {
  const word = 'anna@example.com';
  append(
    Array.from({ length: 2000 }, (_none, at) => entry('a', at % 2 === 0 ? { chatId: '7' } : {})),
    { exchanges: Array.from({ length: 2000 }, (_none, at) => exchange(at % 4 === 1 ? `{"from":"${word}"}` : '{}')) },
  );
  append([entry('z')], { exchanges: [exchange('kept')], at: NOW + 1 });
  for (let after: number | undefined = 0; after !== undefined;)
    after = journal.forget({ chatIds: ['7'], words: [word], after });
  expect(await kinds({ chatId: '7' })).toBe('');
  const { entries } = await journal.list({ limit: 200 });
  expect(entries).toHaveLength(200);
  expect(journal.get(entries[0]?.id ?? '').exchange?.requestBody).toBe('kept');
  journal.close();
  expect((await readFile(file)).includes(word)).toBe(false);
});

test('forgetting continues after the entry where it stopped', async () => {
  append(Array.from({ length: 3 }, () => entry('a', { chatId: '7' })));
  const [, second] = (await journal.list({ limit: 3 })).entries;
  expect(journal.forget({ chatIds: ['7'], words: [], after: Number(second?.id) })).toBeUndefined();
  expect(await kinds({ chatId: '7' })).toBe('aa');
});

test('what is deleted to make room remains nowhere in the file', async () => {
  append([entry('a')], { exchanges: [exchange('a-word-of-theirs')] });
  append([entry('b')], { at: NOW + 30 * DAY });
  expect(await kinds()).toBe('b');
  journal.close();
  expect((await readFile(file)).includes('a-word-of-theirs')).toBe(false);
});

test('entries survive a restart', async () => {
  append([entry('a')]);
  journal.close();
  journal = new JournalFile(file);
  append([entry('b')]);
  expect(await kinds()).toBe('ba');
});

test('entries older than the limit are deleted', async () => {
  append([entry('a')]);
  append([entry('b')], { at: NOW + DAY });
  append([entry('c')], { at: NOW + 7 * DAY + 1 });
  expect(await kinds()).toBe('cb');
  journal.prune({ earliest: NOW + 30 * DAY, limits: LIMITS });
  expect(await kinds()).toBe('');
});

test('entries stay while the clock is not to be believed', async () => {
  append([entry('a')]);
  append([entry('b')], { at: NOW + 3650 * DAY, earliest: NOW });
  expect(await kinds()).toBe('ba');
  append([entry('c')], { at: NOW + 3650 * DAY });
  expect(await kinds()).toBe('cb');
});

test('the oldest entries beyond the size limit are deleted, and the file stays below it', async () => {
  const body = 'x'.repeat(50_000);
  for (let page = 0; page < 80; page += 1)
    append(
      Array.from({ length: 10 }, () => entry(`${page}.`)),
      { exchanges: Array.from({ length: 10 }, () => exchange(body)), at: NOW + page },
    );
  const { entries } = await journal.list({ limit: 200 });
  expect(entries[0]?.kind).toBe('79.');
  expect(new Set(entries.map(({ kind }) => kind)).size).toBeLessThan(25);
  expect((await stat(file)).size).toBeLessThanOrEqual(10 * 1024 * 1024);
});

test('a lower limit shrinks the file step by step', async () => {
  const body = 'x'.repeat(50_000);
  for (let page = 0; page < 40; page += 1)
    append(
      Array.from({ length: 10 }, () => entry('a')),
      {
        exchanges: Array.from({ length: 10 }, () => exchange(body)),
        at: NOW + page,
        limits: { days: 7, megabytes: 100 },
      },
    );
  while (journal.prune({ earliest: NOW + 41, limits: { days: 7, megabytes: 10 } }));
  expect((await stat(file)).size).toBeLessThanOrEqual(10 * 1024 * 1024);
  expect((await journal.list({ limit: 1 })).entries).toHaveLength(1);
});

describe('an unreadable file', () => {
  test('that is not a database is replaced', async () => {
    journal.close();
    await writeFile(file, 'this is no database, and long enough to be taken for one '.repeat(100));
    journal = new JournalFile(file);
    append([entry('a')]);
    expect(await kinds()).toBe('a');
  });

  test('that was truncated is replaced', async () => {
    for (let page = 0; page < 20; page += 1)
      append(
        Array.from({ length: 100 }, () => entry('old')),
        { at: NOW + page },
      );
    journal.close();
    const { size } = await stat(file);
    await truncate(file, Math.floor(size / 2));
    await writeFile(file, Buffer.alloc(3 * 4096, 7), { flag: 'r+' });
    journal = new JournalFile(file);
    append([entry('a')], { at: NOW + 100 });
    expect(await kinds({ limit: 1 })).toBe('a');
  });

  test('of another version is replaced', async () => {
    append([entry('old')]);
    journal.close();
    const bytes = await readFile(file);
    bytes.writeUInt32BE(99, 60);
    await writeFile(file, bytes);
    journal = new JournalFile(file);
    append([entry('a')]);
    expect(await kinds()).toBe('a');
  });
});

test('a folder that cannot be written to refuses the page, without further effects', async () => {
  journal.close();
  journal = new JournalFile(join(folder, 'missing', 'journal.db'));
  expect(() => append([entry('a')])).toThrow(expect.objectContaining({ code: 'storage_unavailable' }));
  await expect(journal.list({ limit: 1 })).rejects.toMatchObject({ code: 'storage_unavailable' });
});
