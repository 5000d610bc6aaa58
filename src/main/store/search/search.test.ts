import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markExcerpt } from './hits.ts';
import type { RouteInput, RouteOutput } from '#shared/contract/routes.ts';
import type { MarkedText } from '#shared/contract/search.ts';
import { PostgresConnection } from '../postgres/connection.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import { isOnPostgres } from '../../../../test/fixtures/memory-store.ts';
import { received } from '../../../../test/fixtures/received-message.ts';
import { openTemporaryStore, type TemporaryStore } from '../../../../test/fixtures/temporary-store.ts';
import type { ReceivedMessage } from '../messages/receive-message.ts';
import { editIndexedMessage, indexStep, isIndexBehind } from './fts5.ts';
import { acting, receivedOf, standing, textParts } from '../../../../test/fixtures/acts.ts';

const OLGA = { at: 1, operatorId: 'olga', role: 'owner' } as const;

let temporary: TemporaryStore;
beforeEach(async () => {
  temporary = await openTemporaryStore();
});
afterEach(() => temporary.remove());

async function say(
  text: string | undefined,
  more: Partial<ReceivedMessage> = {},
): Promise<{ readonly chatId: string; readonly messageId: string }> {
  const receipt = await receivedOf(
    temporary.store.write('messages.receive', received({ texts: [text], ...more }), standing()),
  );
  return { chatId: receipt.chatId, messageId: receipt.messageIds[0] ?? '' };
}

const search = (text: string, more: Partial<RouteInput<'search.messages'>> = {}) =>
  temporary.store.read('search.messages', { text, limit: 20, ...more }, OLGA);
const customers = async (text: string) =>
  (await temporary.store.read('search.customers', { text, limit: 20 }, OLGA)).customers;
const hitsOf = ({ chats }: RouteOutput<'search.messages'>) => chats.flatMap(({ hits }) => hits);
const shown = (words: MarkedText) => words.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');
const found = async (text: string, more: Partial<RouteInput<'search.messages'>> = {}) =>
  hitsOf(await search(text, more)).map(({ words }) => shown(words));

/** Accesses the file beside the running store. */
function onFile<T>(work: (sqlite: Sqlite) => T): T {
  const sqlite = new Sqlite(temporary.file, { readOnly: false });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

async function onServer<T>(url: string, work: (db: PostgresConnection) => Promise<T>): Promise<T> {
  const db = new PostgresConnection(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Gives messages another text, in one transaction. */
async function edit(messageIds: readonly string[], text: string): Promise<void> {
  const { url } = temporary;
  if (url === undefined)
    return onFile((sqlite) =>
      sqlite.transaction(() => messageIds.forEach((id) => editIndexedMessage(sqlite, Number(id), text))),
    );
  await onServer(url, (db) =>
    db.transaction(async () => {
      for (const id of messageIds) await db.search.editText(id, text);
    }),
  );
}

/** Throws if the index lacks words that are there, or has others. */
function verifyIndex(): void {
  onFile((sqlite) => sqlite.exec("INSERT INTO search_messages (search_messages) VALUES ('integrity-check')"));
}

/** Indexes everything, as SQLite's writing thread does while it is idle; PostgreSQL has done so already. */
function index(): void {
  if (isOnPostgres()) return;
  onFile((sqlite) => {
    while (isIndexBehind(sqlite)) sqlite.transaction(() => indexStep(sqlite));
  });
}

/** The result must be the same before and after indexing. */
async function atAnyTime(check: () => Promise<void>): Promise<void> {
  await check();
  index();
  await check();
}

test.skipIf(isOnPostgres())('everything is indexed while the store is idle', async () => {
  await say('a lamp');
  await expect.poll(() => onFile(isIndexBehind), { timeout: 20_000 }).toBe(false);
  expect(await found('lamp')).toEqual(['a [lamp]']);
});

describe('a search for messages', () => {
  test('finds words by their beginnings and phrases, ignoring case and diacritics', async () => {
    await say('Is the Crème Brûlée set still in stock?');
    await say('The set is blue', { externalId: '"boris"' });
    await atAnyTime(async () => {
      expect(await found('creme stoc')).toEqual(['Is the [Crème] Brûlée set still in [stock]?']);
      expect(await found('set')).toEqual(['The [set] is blue', 'Is the Crème Brûlée [set] still in stock?']);
      expect(await found('"set is"')).toEqual(['The [set] [is] blue']);
      expect(await found('"is set"')).toEqual([]);
      expect(await found('"bru"')).toEqual([]);
      expect(await found('')).toEqual([]);
    });
  });

  test('finds captions, file names, replies and notes, but no system lines', async () => {
    const { chatId } = await say(undefined, {
      type: 'document',
      fields: { file: 'https://x.example/1', fileName: 'Rechnung-März.pdf' },
    });
    await temporary.store.write(
      'replies.store',
      { chatId, operatorId: 'olga', parts: textParts(['The bill is right']) },
      standing(2000),
    );
    await temporary.store.write('chats.note', { chatId, text: 'A difficult bill' }, acting('olga', 3000));
    await atAnyTime(async () => {
      expect(await found('marz pdf')).toEqual(['Rechnung-[März].[pdf]']);
      expect(await found('bill')).toEqual(['A difficult [bill]', 'The [bill] is right']);
      expect(await found('bill', { from: 'note' })).toEqual(['A difficult [bill]']);
      expect(await found('bill', { operatorId: 'olga', from: 'operator' })).toEqual(['The [bill] is right']);
      expect(await found('bill', { operatorId: 'boris' })).toEqual([]);
      expect(await found('took')).toEqual([]);
    });
  });

  test('finds a note by its current words only', async () => {
    const { chatId } = await say('Hello');
    const note = { chatId, text: 'A difficult bill' };
    const { answer } = await temporary.store.write('chats.note', note, acting('olga', 2000));
    index();
    const edited = { messageId: answer.id, text: 'An easy invoice' };
    await temporary.store.write('chats.editNote', edited, acting('olga', 2000));
    await atAnyTime(async () => {
      expect(await found('difficult')).toEqual([]);
      expect(await found('invoice')).toEqual(['An easy [invoice]']);
    });
  });

  test('can be limited to a channel, a chat and a period', async () => {
    const { chatId } = await say('a lamp', { at: Date.UTC(2026, 0, 1) });
    await say('a lamp in the app', { at: Date.UTC(2026, 0, 2), channelId: 'app' });
    await say('a lamp, later', { at: Date.UTC(2026, 0, 3), externalId: '"boris"' });
    await atAnyTime(async () => {
      expect(await found('lamp', { channelId: 'app' })).toEqual(['a [lamp] in the app']);
      expect(await found('lamp', { chatId })).toEqual(['a [lamp]']);
      expect(await found('lamp', { since: Date.UTC(2026, 0, 2) })).toEqual(['a [lamp], later', 'a [lamp] in the app']);
      expect(await found('lamp', { since: Date.UTC(2026, 0, 2), until: Date.UTC(2026, 0, 3) })).toEqual([
        'a [lamp] in the app',
      ]);
      expect(await found('lamp', { until: Date.UTC(2026, 0, 1) })).toEqual([]);
    });
  });

  test('shows the newest match of each chat, counts the others, and pages through them', async () => {
    for (let count = 0; count < 6; count += 1) await say(`lamp ${String(count)}`);
    const { chatId } = await say('no light');
    await say('another lamp', { externalId: '"boris"' });
    await atAnyTime(async () => {
      const { chats } = await search('lamp');
      expect(chats.map(({ chat, hits, more }) => [chat.customer.externalId, hits.length, more])).toEqual([
        ['"boris"', 1, 0],
        ['"anna"', 3, 3],
      ]);
      const first = await search('lamp', { chatId, limit: 4 });
      const second = await search('lamp', { chatId, limit: 4, cursor: first.nextCursor });
      expect([...hitsOf(first), ...hitsOf(second)].map(({ words }) => shown(words))).toEqual(
        [5, 4, 3, 2, 1, 0].map((count) => `[lamp] ${String(count)}`),
      );
      expect(second.nextCursor).toBeUndefined();
    });
  });

  test('pages until everything was shown once', async () => {
    for (let count = 0; count < 30; count += 1)
      await say(`lamp ${String(count)}`, { externalId: JSON.stringify(`customer-${String(count % 12)}`) });
    await atAnyTime(async () => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page: RouteOutput<'search.messages'> = await search('lamp', { limit: 5, cursor });
        seen.push(...hitsOf(page).map(({ messageId }) => messageId));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(seen).toHaveLength(30);
      expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
    });
    await expect(search('lamp', { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('shows the matching part of a long message', async () => {
    await say(`${'Before. '.repeat(100)}The needle 👩‍👩‍👧 is here. ${'After. '.repeat(100)}`);
    const [words = ''] = await found('needle');
    expect(words).toMatch(/^…Before\. .*The \[needle\] 👩‍👩‍👧 is here\. After\. .*…$/u);
    expect(words.length).toBeLessThan(260);
  });

  test('continues after a restart, including messages that were not indexed yet', async () => {
    await say('before');
    await temporary.reopened();
    await say('after');
    await atAnyTime(async () => {
      expect(await found('before')).toEqual(['[before]']);
      expect(await found('after')).toEqual(['[after]']);
    });
  });

  test('finds each word of the longest message, whose words take more than a database may hold for one', async () => {
    // One letter that is read as eighteen, and a number that differs.
    const words = Array.from({ length: 32_000 }, (_, number) => `\u{FDFA}${(number + 36 ** 3).toString(36)}`);
    const text = words.join(' ');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * 1024);
    expect(Buffer.byteLength(text.normalize('NFKD'))).toBeGreaterThan(1024 * 1024);
    await say('a lamp');
    const { messageId } = await say(text, { externalId: '"boris"' });
    await atAnyTime(async () => {
      const idsOf = async (query: string, more = {}) => hitsOf(await search(query, more)).map((hit) => hit.messageId);
      for (const word of [words[0], words.at(-1)]) expect(await idsOf(word ?? '')).toEqual([messageId]);
      expect(await idsOf(`${words[7]} ${words[30_000]}`, { channelId: 'shop' })).toEqual([messageId]);
      expect(await idsOf(`${words[7]}`, { channelId: 'app' })).toEqual([]);
      expect(await idsOf(`"${words[7]} ${words[9]}"`)).toEqual([]);
      expect(await idsOf('missing')).toEqual([]);
      expect(await found('lamp')).toEqual(['a [lamp]']);
    });
  });

  test('finds words of thousands of characters by their beginnings', async () => {
    const word = 'Донаудампфшифф'.repeat(300);
    await say(`The ${word} sails`);
    await atAnyTime(async () => {
      for (const part of [word.slice(0, 20), word.slice(0, 400)]) expect(await found(part)).toHaveLength(1);
      expect(await found(`"the ${word.slice(0, 400)} sails"`)).toHaveLength(1);
      expect(await found(word.slice(1, 20))).toEqual([]);
    });
  });

  test('treats unusual words as words', async () => {
    await say('NEAR AND OR NOT * ^ ( ) { } : - + "quoted" \u0000 \u{1F600} end');
    await atAnyTime(async () => {
      const questions = [
        'NEAR AND OR',
        'not*',
        '(quoted)',
        '"near and"',
        "end'",
        'end:',
        '^end',
        '{end}',
        'w00a0 OR',
        'wnear',
      ];
      const counts = await Promise.all(questions.map(async (question) => (await search(question)).chats.length));
      expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
      expect(await found('near not end')).toHaveLength(1);
    });
  });
});

describe('a search for customers', () => {
  test('finds them by name, email, id, and a phone number by any part of its end', async () => {
    await say('Hi', {
      externalId: '"cust-17"',
      sender: { name: 'Zoë Müller', phone: '+49 (30) 901820', email: 'zoe@shop.example' },
    });
    await say('Hi', { externalId: '18', sender: { name: 'Boris' } });
    await atAnyTime(async () => {
      const names = async (text: string) => (await customers(text)).map(({ chat }) => chat.customer.name);
      const questions = ['zoe mul', 'shop.ex', 'cust-17', '901820', '9018', '+49 30', '4930901', '30-90'];
      expect(await Promise.all(questions.map(names))).toEqual(questions.map(() => ['Zoë Müller']));
      expect(await names('18')).toEqual(['Boris']);
      const [hit] = await customers('zoe');
      expect([shown(hit?.name ?? []), shown(hit?.email ?? [])]).toEqual(['[Zoë] Müller', '[zoe]@shop.example']);
    });
  });

  test('uses their current names', async () => {
    const { chatId } = await say('Hi', { externalId: '7', sender: { name: 'Anna' } });
    index();
    const { customer } = await temporary.store.read('readChat', { chatId });
    await temporary.store.write('customers.update', { customerId: customer.id, name: 'Beate' }, acting('olga', 1));
    await atAnyTime(async () => {
      expect(await customers('Anna')).toHaveLength(0);
      expect(await customers('Beate')).toHaveLength(1);
    });
  });
});

describe('erased data', () => {
  /** The whole file, or all rows of both indexes. */
  async function everything(): Promise<string> {
    const { url, file } = temporary;
    if (url !== undefined)
      return await onServer(url, async (db) => {
        const words =
          await db.column<string>`SELECT words FROM search_messages UNION SELECT words FROM search_customers`;
        expect(words).toHaveLength(4);
        return words.join();
      });
    await temporary.store.stop();
    const content = readFileSync(file, 'latin1');
    await temporary.reopened();
    return content;
  }

  test('leaves nothing in the index, and what is said next is found', async () => {
    await say('a lamp', { externalId: '"boris"', sender: { name: 'Boris' } });
    const { chatId, messageId } = await say('Xylophonistin Quastenflosser', { sender: { name: 'Anna Wolpertinger' } });
    index();
    const { customer } = await temporary.store.read('readChat', { chatId });
    await temporary.store.write('chats.close', { chatId }, acting('olga', 2000));
    await temporary.store.write('eraseCustomers', { customerIds: [customer.id] });
    if (!isOnPostgres()) verifyIndex();
    expect(await found('xylophonistin')).toEqual([]);
    expect(await customers('anna')).toEqual([]);
    expect(Number((await say('new words')).messageId)).toBeGreaterThan(Number(messageId));
    await atAnyTime(async () => expect(await found('words')).toEqual(['new [words]']));
    expect(await found('lamp')).toEqual(['a [lamp]']);
    expect(await everything()).not.toMatch(/ylophonistin|uastenflosser|olpertinger/u);
  });
});

test('of an edited message is only found by its new words, indexed or not', async () => {
  const { messageId } = await say('an old lamp');
  for (const [before, now] of [
    ['old', 'green'],
    ['green', 'small'],
  ] as const) {
    await atAnyTime(async () =>
      expect(await found(before)).toEqual([`${before === 'old' ? 'an' : 'a'} [${before}] lamp`]),
    );
    await edit([messageId], `a ${now} lamp`);
    if (!isOnPostgres()) verifyIndex();
    expect(await found(before)).toEqual([]);
    await atAnyTime(async () => expect(await found(now)).toEqual([`a [${now}] lamp`]));
  }
});

test('whoever is renamed, and whatever is edited, is still found in their channel among many others', async () => {
  const all: { readonly customerId: string; readonly messageId: string }[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (const number of [2 * round, 2 * round + 1]) {
      const sender = { externalId: `"sender-${number}"`, sender: { name: `Zed${number}` } };
      const { chatId, messageId } = await say(`lamp of ${number}`, sender);
      const { customer } = await temporary.store.read('readChat', { chatId });
      all.push({ customerId: customer.id, messageId });
    }
    // The last, and some from before, indexed together with those that are new.
    const changed = [all.length - 3, (round * 7) % all.length].flatMap((at) => all[at] ?? []);
    for (const { customerId } of changed)
      await temporary.store.write(
        'customers.update',
        { customerId, name: `Bob${round} ${customerId}` },
        acting('olga', 1),
      );
    await edit(
      changed.map(({ messageId }) => messageId),
      `chair of ${round}`,
    );
    index();
  }
  const people = await temporary.store.read(
    'search.customers',
    { text: 'sender', channelId: 'shop', limit: 100 },
    OLGA,
  );
  expect(people.customers).toHaveLength(80);
  expect((await search('of', { channelId: 'shop', limit: 100 })).chats).toHaveLength(80);
});

test('an excerpt begins and ends between signs', () => {
  const flag = '🇩🇪';
  expect(markExcerpt([`x${flag.repeat(300)}`], [])).toEqual([{ text: `x${flag.repeat(59)}…`, isFound: false }]);
});
