import { MEDIA_TYPES } from '#shared/domain/kinds/file.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import { asReceived, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { bodyOf, startIntegrator, type Integrator } from '../../fixtures/integrator.ts';
import { startProvider } from '../../fixtures/provider.ts';
import { toEnglish } from '#shared/locales/english.ts';

let host: Host;
let integrator: Integrator;
let channel: TestChannel;
let count = 0;

beforeAll(async () => {
  integrator = await startIntegrator();
  host = await startHost();
  channel = await openChannel(host);
});

afterAll(async () => {
  await host.remove();
  await integrator.stop();
});

const points = (text: string): number => Array.from(text).length;

async function partsOf(text: string): Promise<readonly string[]> {
  const id = `customer-${(count += 1)}`;
  await channel.say(id, text);
  return (await channel.receivedBy(JSON.stringify(id))).map((message) => message.text ?? '');
}

async function heard(message: Record<string, unknown>, own: TestChannel = channel): Promise<Message> {
  const id = `customer-${(count += 1)}`;
  const { status, body } = await own.post({ sender: { id }, message });
  expect([status, body]).toEqual([200, '{"result":"ok"}']);
  const [first] = await own.receivedBy(JSON.stringify(id));
  if (first === undefined) throw new Error('nothing was heard');
  return first;
}

async function refusal(message: Record<string, unknown>): Promise<string> {
  const { status, body } = await channel.post({ sender: { id: `customer-${(count += 1)}` }, message });
  expect(status).toBe(400);
  return body;
}

describe('long text', () => {
  const family = '👨‍👩‍👧‍👦';

  test.each([
    ['no place to break', 'x'.repeat(2500)],
    ['spaces', 'lamp '.repeat(500)],
    ['line breaks', `${'a line of words\n'.repeat(200)}end`],
    ['emoji families', family.repeat(400)],
    ['letters with marks', 'é̂̃'.repeat(700)],
    ['astral letters', '𝒳'.repeat(1500)],
    ['flags', '🇸🇪'.repeat(900)],
    ['white space at the cuts', `${'x'.repeat(999)}   ${'y'.repeat(999)}   z`],
  ])('%s: parts of at most 1000 code points that joined are the text', async (_name, text) => {
    const parts = await partsOf(text);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(points(part)).toBeLessThanOrEqual(1000);
    expect(parts.join('')).toBe(text);
  });

  test('cuts fall on grapheme boundaries', async () => {
    for (const part of await partsOf(`x${family.repeat(300)}`)) expect(part.replaceAll(family, '')).toMatch(/^x?$/);
  });

  test('a line break near the end is preferred to a space, and a space to the middle of a word', async () => {
    const [first] = await partsOf(`${'x'.repeat(950)}\n${'y'.repeat(20)} ${'z'.repeat(500)}`);
    expect(first?.trimEnd()).toBe('x'.repeat(950));
    const [second] = await partsOf(`${'x'.repeat(950)} ${'z'.repeat(500)}`);
    expect(second?.trimEnd()).toBe('x'.repeat(950));
  });

  test('a single grapheme over the limit is cut between code points', async () => {
    const text = `a${'\u0301'.repeat(1500)}`;
    const parts = await partsOf(text);
    expect(parts.join('')).toBe(text);
    expect(Math.max(...parts.map(points))).toBeLessThanOrEqual(1000);
  });

  test('1000 astral characters are one message', async () => {
    expect(await partsOf('🙂'.repeat(1000))).toHaveLength(1);
  });

  test("an operator's long reply is split the same way, each part a separate message, delivered in order", async () => {
    const endpoint = integrator.endpoint('long');
    const own = await openChannel(host, { endpoint: endpoint.url });
    await own.say('a', 'Tell me everything');
    const { id: chatId } = await own.chatOf('"a"');
    const text = `${'All of it, in order. '.repeat(160)}${family}`;
    const { messages } = await host.rpc('chats.reply', { chatId, text });
    const sent = (await endpoint.waitFor(messages.length)).map((received) => bodyOf(received).message);
    expect(messages.length).toBe(4);
    expect(sent.map((each) => each.text ?? '').join('')).toBe(text);
    for (const each of sent) expect(points(each.text ?? '')).toBeLessThanOrEqual(1000);
    expect(sent.map((each) => each.id)).toEqual(messages.map(({ id }) => id));
    expect(new Set(sent.map((each) => each.id)).size).toBe(4);
  });
});

describe('a long caption', () => {
  const caption = `${'All of it, in order. '.repeat(160)}👨‍👩‍👧‍👦`;

  test.each([...MEDIA_TYPES, 'location'] as const)(
    'of %s: the first part remains the caption, the others follow as text messages',
    async (type) => {
      const id = `customer-${(count += 1)}`;
      const fields =
        type === 'location'
          ? { latitude: 52.5, longitude: 13.4 }
          : { file: 'https://shop.example/a', file_name: 'a', file_size: 7 };
      expect((await channel.post({ sender: { id }, message: { type, text: caption, ...fields } })).status).toBe(200);
      const [first, ...others] = await channel.receivedBy(JSON.stringify(id));
      expect(first).toMatchObject({ type, ...asReceived(fields) });
      expect(others).toHaveLength(3);
      for (const message of others) expect(message).toMatchObject({ type: 'text' });
      for (const message of others)
        for (const name of Object.keys(asReceived(fields))) expect(message).not.toHaveProperty(name);
      for (const message of [first, ...others]) expect(points(message?.text ?? '')).toBeLessThanOrEqual(1000);
      expect([first, ...others].map((message) => message?.text).join('')).toBe(caption);
    },
  );

  test('is sent to the bot in the same parts', async () => {
    const provider = await startProvider();
    const address = provider.address('captions');
    const own = await openChannel(host);
    await host.rpc('bots.create', { name: 'Captions', endpoint: address.url, channelIds: [own.id], silenceSeconds: 0 });
    await own.post({
      sender: { id: 'a' },
      message: { type: 'photo', file: 'https://shop.example/a.png', text: caption },
    });
    const told = await address.waitFor(4);
    const texts = told.map(({ seen }) => seen.message?.text ?? '');
    for (const text of texts) expect(points(text)).toBeLessThanOrEqual(1000);
    expect(texts.join('')).toBe(caption);
    await provider.stop();
  });

  test('is kept whole, however long', async () => {
    const id = `customer-${(count += 1)}`;
    const text = 'x'.repeat(200_000);
    expect(
      (await channel.post({ sender: { id }, message: { type: 'photo', file: 'https://shop.example/a.png', text } }))
        .status,
    ).toBe(200);
    expect((await channel.receivedBy(JSON.stringify(id))).map((message) => message.text).join('')).toBe(text);
  });
});

describe('a sender field that is too long', () => {
  test.each([
    ['name', 255],
    ['phone', 64],
    ['email', 255],
    ['invite', 1000],
  ] as const)('%s is truncated to its first %i characters, and the journal records it', async (field, most) => {
    const own = await openChannel(host);
    const value = '🙂'.repeat(most);
    await own.post({ sender: { id: 'just fits', [field]: value }, message: { type: 'text', text: 'Hello' } });
    // Of several nodes, each writes what it has by itself; whoever reads has all of them do it.
    await host.rpc('journal.list', { channelId: own.id });
    await own.post({ sender: { id: 'too long', [field]: `${value}x` }, message: { type: 'text', text: 'Hello' } });
    expect((await own.chatOf('"too long"')).customer[field]).toBe(value);
    expect((await own.chatOf('"just fits"')).customer[field]).toBe(value);
    const { entries } = await host.rpc('journal.list', { channelId: own.id });
    expect(entries.map(({ notes }) => notes.map(toEnglish))).toEqual([
      [`sender.${field} was too long: only its first ${most} characters were kept`],
      [],
    ]);
  });
});

describe('content of a text', () => {
  test.each(['', ' ', '\n\t\r ', '\u00a0\u2003'])('%j is empty after trimming: 400', async (text) => {
    expect(await refusal({ type: 'text', text })).toContain('message.text');
  });

  test.each([5, null, true, {}, ['Hello']])('%j is not text: 400', async (text) => {
    expect(await refusal({ type: 'text', text })).toContain('message.text');
  });

  test('NUL and bidi controls are kept; PostgreSQL cannot hold NUL, whose picture stands for it', async () => {
    const text = 'a\u0000b \u202eright to left\u202c \u2067isolated\u2069';
    const kept = inject('postgresUrl') === undefined ? text : text.replace('\0', '\u2400');
    expect((await heard({ type: 'text', text })).text).toBe(kept);
  });

  test('markup is text', async () => {
    const text = '<img src=x onerror=alert(1)> **bold** &amp; {{name}}';
    expect((await heard({ type: 'text', text })).text).toBe(text);
  });
});

describe('media', () => {
  test('a missing file_size is tolerated, and the journal records it', async () => {
    const own = await openChannel(host);
    expect(
      await heard({ type: 'document', file: 'https://shop.example/a.pdf', file_name: 'a.pdf' }, own),
    ).not.toHaveProperty('fileSize');
    const { entries } = await host.rpc('journal.list', { channelId: own.id });
    expect(entries[0]?.notes.map(toEnglish).join(' ')).toContain('file_size');
  });

  test.each([0, -1, 1.5, '10', null])('file_size %j is dropped', async (size) => {
    expect(
      await heard({ type: 'photo', file: 'https://shop.example/a.png', file_name: 'a.png', file_size: size }),
    ).not.toHaveProperty('fileSize');
  });

  test('dropped fields are recorded in the journal', async () => {
    const own = await openChannel(host);
    await heard(
      {
        type: 'video',
        file: 'https://shop.example/a.mp4',
        file_name: 'a.mp4',
        file_size: 5,
        duration: 'long',
        thumb: 'x',
      },
      own,
    );
    const { entries } = await host.rpc('journal.list', { channelId: own.id });
    expect(entries[0]?.outcome).toBe('accepted');
    expect(entries[0]?.notes.map(toEnglish).join(' ')).toMatch(/duration[^]*thumb|thumb[^]*duration/);
  });

  test.each([
    [{ latitude: 90.0001, longitude: 0 }, 'latitude'],
    [{ latitude: -91, longitude: 0 }, 'latitude'],
    [{ latitude: 0, longitude: 180.5 }, 'longitude'],
    [{ latitude: 0, longitude: -181 }, 'longitude'],
    [{ latitude: 0 }, 'longitude'],
    [{ longitude: 0 }, 'latitude'],
    [{ latitude: '1', longitude: 2 }, 'latitude'],
    [{ latitude: null, longitude: 2 }, 'latitude'],
  ])('a location at %j is refused', async (location, field) => {
    expect(await refusal({ type: 'location', ...location })).toContain(`message.${field}`);
  });
});
