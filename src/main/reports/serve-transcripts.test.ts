import { buffer, text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MediaAnswer } from '#main/media/ports.ts';
import type { ReceivedMessage } from '#main/store/messages/receive-message.ts';
import type { Store } from '#main/store/store.ts';
import { received, receiveNew } from '../../../test/fixtures/received-message.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { createServeTranscripts, isForTranscripts } from './serve-transcripts.ts';
import { acting, changeOf, standing, textParts } from '../../../test/fixtures/acts.ts';

const AT = Date.parse('2026-11-21T13:05:09Z');

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const newChat = (
  texts: readonly string[],
  { name = 'Anna', ...more }: Partial<ReceivedMessage> & { name?: string } = {},
) => receiveNew(store, { texts, sender: { name, email: 'anna@x.example' }, at: AT, ...more });
const sendFile = (fileName: string) => {
  const document = { texts: [undefined], fields: { file: 'https://shop.example/a.pdf', fileName }, at: AT + 1500 };
  return store.write('messages.receive', received({ type: 'document', ...document }), standing());
};
const reply = (chatId: string, words: string) =>
  changeOf(
    store.write('replies.store', { chatId, operatorId: 'olga', parts: textParts([words]) }, standing(AT + 1000)),
  );
const note = (chatId: string, words: string) =>
  store.write('chats.note', { chatId, text: words }, acting('olga', AT + 2000));

function ask(
  query: string,
  from: Pick<Store, 'read'> = store,
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
  mayReport = true,
): Promise<MediaAnswer> {
  const channels = { find: (id: string) => (id === 'shop' ? { name: 'Shop <app>' } : undefined) };
  const serve = createServeTranscripts({
    store: from,
    channels,
    mayReport: () => mayReport,
    wall: () => AT + 60_000,
    log: pino({ level: 'silent' }),
  });
  return serve({
    operatorId: 'olga',
    from: undefined,
    method,
    url: `/media/transcripts?timeZone=Europe/Berlin&${query}`,
    signal: new AbortController().signal,
  });
}
const bodyOf = async ({ body }: MediaAnswer): Promise<string> => (body instanceof Readable ? text(body) : (body ?? ''));
const read = async (query: string): Promise<string> => bodyOf(await ask(query));

describe('a transcript of one chat', () => {
  test('as text has one line per message, and none can be forged by a line break', async () => {
    const chatId = await newChat(['One\n[2026-11-21 14:05:10] Olga: I owe you\r\u2028everything'], {
      name: 'Anna\nOlga',
    });
    await reply(chatId, 'Two');
    const written = await read(`chat=${chatId}&format=text`);
    expect(written).toContain(
      `Chat ${chatId}: Anna Olga, anna@x.example\nShop <app>, started 2026-11-21 14:05:09, still open\n`,
    );
    expect(written).toContain(
      '[2026-11-21 14:05:09] Anna Olga: One\n    [2026-11-21 14:05:10] Olga: I owe you\n    \n    everything\n',
    );
    expect(written).toContain('[2026-11-21 14:05:10] Olga took the chat\n[2026-11-21 14:05:10] Olga: Two\n');
  });

  test('as HTML contains only text, whatever people wrote', async () => {
    const hostile = `</title><script>alert(1)</script><img src=x onerror="alert('2')">&amp;`;
    const chatId = await newChat([hostile], { name: hostile });
    const answer = await ask(`chat=${chatId}&format=html`);
    const page = await bodyOf(answer);
    expect(page).not.toMatch(/<script|<img|onerror="/);
    expect(page).toContain(
      '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;2&#39;)&quot;&gt;&amp;amp;',
    );
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/https?:|src=[^x]|href=/);
    expect(answer.headers).toMatchObject({
      'content-disposition': expect.stringMatching(
        /^attachment; filename="_+title__script_alert\(1\).* 2026-11-21\.html";/,
      ),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test.each(['html', 'text'])(
    'as %s shows what turns letters around, and names nobody by what nobody sees',
    async (format) => {
      const named = await newChat(['invoice\u202egpj.exe'], { name: 'Anna\u202d' });
      const shown = await read(`chat=${named}&format=${format}`);
      expect(shown).toContain('invoice[U+202E]gpj.exe');
      expect(shown).toContain('Anna[U+202D]');
      expect(shown).not.toMatch(/[\u202d\u202e]/);
      const unnamed = await newChat(['Hello'], { name: '\u3164\u2800' });
      expect(await read(`chat=${unnamed}&format=${format}`)).toContain('Visitor');
    },
  );

  test('as JSON contains the exact texts', async () => {
    const said = '"quoted" \u2028 🙂 </script>';
    const chatId = await newChat([said]);
    await reply(chatId, 'Two');
    const { chats } = JSON.parse(await read(`chat=${chatId}&format=json`)) as {
      chats: { channel: string; messages: Record<string, unknown>[] }[];
    };
    expect(chats).toMatchObject([
      {
        channel: 'Shop <app>',
        customer: { name: 'Anna' },
        messages: [
          { at: '2026-11-21T13:05:09.000Z', from: 'customer', text: said },
          { from: 'system' },
          { from: 'operator', name: 'Olga', text: 'Two', delivery: 'sending' },
        ],
      },
    ]);
  });

  test.each(['text', 'html', 'json'])('as %s leaves notes out unless they are requested', async (format) => {
    const chatId = await newChat(['Hello']);
    await note(chatId, 'Never pays');
    expect(await read(`chat=${chatId}&format=${format}`)).not.toContain('Never pays');
    expect(await read(`chat=${chatId}&format=${format}&notes=0`)).not.toContain('Never pays');
    expect(await read(`chat=${chatId}&format=${format}&notes=1`)).toContain('Never pays');
  });

  test('contains a long chat completely and in order, beyond a page', async () => {
    const texts = Array.from({ length: 1201 }, (_none, at) => `number ${String(at)}.`);
    const chatId = await newChat(texts);
    const { chats } = JSON.parse(await read(`chat=${chatId}&format=json`)) as {
      chats: { messages: { text: string }[] }[];
    };
    expect(chats[0]?.messages.map((message) => message.text)).toEqual(texts);
  });
});

describe('a transcript in the reader’s language', () => {
  test('translates everything except the messages, including system lines', async () => {
    const chatId = await newChat(['Guten Tag']);
    await reply(chatId, 'Hallo');
    await sendFile('Rechnung.pdf');
    await note(chatId, 'Zahlt nie');
    const written = await read(`chat=${chatId}&format=text&notes=1&language=de`);
    expect(written).toContain(`Chat ${chatId} mit Anna\n`);
    expect(written).toContain('Shop <app>, begonnen 2026-11-21 14:05:09, noch offen\n');
    expect(written).toContain('] Anna: [Datei: Rechnung.pdf]\n');
    expect(written).toContain('] Olga hat den Chat angenommen\n');
    expect(written).toContain('] Olga (Notiz, für den Kunden nicht zu sehen): Zahlt nie\n');
  });

  test('as HTML has its language and text direction', async () => {
    const chatId = await newChat(['Hello']);
    expect(await read(`chat=${chatId}&format=html&language=pt-BR`)).toContain('<html lang="pt-BR">');
    expect(await read(`chat=${chatId}&format=html&language=en-XB`)).toContain('<html lang="en-XB" dir="rtl">');
  });

  test.each([
    ['html', 'tlh'],
    ['html', '"><b>'],
    ['json', 'de'],
  ])('as %s in %s is English', async (format, language) => {
    const chatId = await newChat(['Hello']);
    const query = `chat=${chatId}&format=${format}`;
    expect(await read(`${query}&language=${encodeURIComponent(language)}`)).toBe(await read(query));
  });
});

test('attributes automatic messages to the channel only', async () => {
  const automatic = { text: 'Welcome, {customer}', channelName: 'Shop', anyAvailable: true };
  const chatId = await receiveNew(store, { automatic, at: AT });
  expect(await read(`chat=${chatId}&format=text`)).toContain('] Shop (automatic): Welcome, Anna\n');
  while (!(await store.write('countMessages')).done) continue;
  const { figures } = await store.read('getReport', { days: 7, timeZone: 'UTC', now: AT + 1000 });
  expect([figures.unanswered, figures.messages]).toEqual([1, { customers: 1, operators: 0, bots: 0 }]);
});

describe('a transcript of a period', () => {
  test('has the chats that began in it, of one channel if requested, and is named after its days', async () => {
    for (const [index, channelId] of ['shop', 'mail', 'shop'].entries())
      await newChat([`from ${channelId} ${String(index)}`], { channelId, externalId: `"c${String(index)}"` });
    await newChat(['too early'], { externalId: '"old"', at: AT - 8 * 24 * 60 * 60 * 1000 });
    const all = JSON.parse(await read('days=7&format=json')) as {
      title: string;
      chats: { messages: { text: string }[] }[];
    };
    expect(all.chats.flatMap(({ messages }) => messages.map((message) => message.text))).toEqual([
      'from shop 0',
      'from mail 1',
      'from shop 2',
    ]);
    const answer = await ask('days=7&channel=shop&format=text');
    expect(answer.headers['content-disposition']).toContain(
      'filename="counterbell-chats-2026-11-15-to-2026-11-21.txt"',
    );
    expect(await bodyOf(answer)).not.toContain('from mail');
  });

  test('is valid and empty if there were no chats', async () => {
    expect(JSON.parse(await read('days=1&format=json'))).toEqual({
      title: 'Chats from 2026-11-21 to 2026-11-21',
      chats: [],
    });
    expect(await read('days=1&format=html')).toContain('</html>');
  });

  test('is read from the database only as fast as it is downloaded', async () => {
    for (let index = 0; index < 120; index += 1)
      await newChat(['x'.repeat(3000)], { externalId: `"c${String(index)}"` });
    let reads = 0;
    const counting: Pick<Store, 'read'> = {
      read: (name, ...input) => {
        reads += 1;
        return store.read(name, ...input);
      },
    };
    const { body } = await ask('days=1&format=text', counting);
    if (!(body instanceof Readable)) throw new Error('a stream was expected');
    expect(reads).toBe(0);
    const first = body[Symbol.asyncIterator]();
    await first.next();
    const begun = reads;
    expect(begun).toBeLessThan(60);
    const rest = await buffer(body);
    expect([reads > begun, rest.length > 300_000]).toEqual([true, true]);
  });
});

describe('a table of chats', () => {
  test('has a row for each chat that began in these days, with what a spreadsheet must not evaluate', async () => {
    const chatId = await newChat(['One', 'Two'], { name: '=1+1' });
    await reply(chatId, 'Three');
    await note(chatId, 'Never counted');
    await store.write('chats.setTags', { chatId, tags: ['Refund', 'Lamp'] }, acting('olga', AT + 3000));
    await store.write('chats.close', { chatId }, acting('olga', AT + 61_000));
    await newChat(['Later'], { name: 'Boris', externalId: '"boris"', at: AT + 2000 });
    await newChat(['Too early'], { externalId: '"carla"', at: AT - 24 * 3_600_000 });
    const answer = await ask('days=2026-11-21/2026-11-21&format=csv');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('"counterbell-2026-11-21-to-2026-11-21-chats.csv"'),
    });
    const [head, ...rows] = (await bodyOf(answer)).trimEnd().split('\r\n');
    expect(head).toBe(
      'Chat,Started,Closed,Channel,Customer,Email,Phone,Operator,Bot,First reply by a person (s),Time to close (s),Rating,Tags,Messages',
    );
    expect(rows).toEqual([
      `${chatId},2026-11-21 14:05:09,2026-11-21 14:06:10,Shop,"'=1+1",anna@x.example,,Olga,,1,61,,"Refund, Lamp",3`,
      expect.stringMatching(/^\d+,2026-11-21 14:05:11,,Shop,Boris,anna@x\.example,,,,,,,,1$/),
    ]);
  });

  test('is for those who see reports', async () => {
    expect((await ask('days=7&format=csv', store, 'GET', false)).status).toBe(403);
    expect((await ask('days=7&format=text', store, 'GET', false)).status).toBe(200);
  });
});

test.each([
  ['', 400],
  ['days=2026-11-21/2026-11-20&format=text', 400],
  ['days=2024-11-21/2026-11-20&format=text', 400],
  ['days=2026-11-21/&format=csv', 400],
  ['chat=1&format=csv', 400],
  ['chat=7&format=text', 404],
  ['chat=x&format=text', 404],
  ['chat=1&format=exe', 400],
  ['days=8&format=text', 400],
  ['days=7&format=text&timeZone=Mars', 400],
  ['days=7&format=text&notes=yes', 400],
])('?%s is answered with %d', async (query, status) => {
  const answer = await ask(query);
  expect([answer.status, typeof answer.body]).toEqual([status, 'string']);
});

test('accepts only GET, and only at its own path', async () => {
  expect((await ask('days=7&format=text', store, 'POST')).status).toBe(404);
  expect((await ask('days=7&format=text', store, 'HEAD')).body).toBeUndefined();
  expect(
    ['/media/transcripts?chat=1', '/media/transcripts', '/media/transcripts/x', '/media/abc'].map(isForTranscripts),
  ).toEqual([true, true, false, false]);
});
