import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBehindWebsite, openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { toEnglish } from '#shared/locales/english.ts';

let host: Host;
let channel: TestChannel;
let count = 0;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
});

afterAll(() => host.remove());

const BODY_LIMIT = 256 * 1024;
const message = (text: string): string =>
  JSON.stringify({ sender: { id: `customer-${(count += 1)}` }, message: { type: 'text', text } });
const lastReceived = async (): Promise<unknown> =>
  (await channel.receivedBy(JSON.stringify(`customer-${count}`))).map(({ text }) => text);

async function expectRefused(body: string | Buffer, status = 400): Promise<void> {
  const refused = await channel.post(body);
  expect([refused.status, refused.body.slice(0, 9)]).toEqual([status, '{"error":']);
  expect(refused.json()).toEqual({
    error: { code: expect.any(String) as string, message: expect.stringMatching(/\S/) as string },
  });
  expect(refused.headers['content-type']).toMatch(/^application\/json\b/);
}

describe('parsing a body', () => {
  test('with a Content-Length', async () => {
    expect((await channel.post(message('by length'))).status).toBe(200);
    expect(await lastReceived()).toEqual(['by length']);
  });

  test.each([1, 7, 4096])('chunked, in pieces of %i bytes', async (chunkSize) => {
    expect((await channel.post(message('in pieces – ünï 🙂'), { chunkSize })).status).toBe(200);
    expect(await lastReceived()).toEqual(['in pieces – ünï 🙂']);
  });

  test.each([
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
    '',
  ])('of content type %j', async (type) => {
    const { status } = await channel.post(message('any type'), {
      headers: type === undefined ? {} : { 'content-type': type },
    });
    expect(status).toBe(200);
    expect(await lastReceived()).toEqual(['any type']);
  });

  test('unknown fields are ignored', async () => {
    const body = JSON.stringify({
      sender: { id: 'x', mood: 'fine', extra: { deep: [1] } },
      message: { type: 'text', text: 'Hello', later: null },
      version: 2,
    });
    expect((await channel.post(body)).status).toBe(200);
  });

  test('white space around and inside the object is ignored', async () => {
    expect((await channel.post(`\r\n\t ${JSON.stringify(JSON.parse(message('spacious')), null, 2)} \n`)).status).toBe(
      200,
    );
  });

  test.each(['', '{"sender":', '{"sender":{"id":1}} x', 'sender=1'])('malformed JSON %j: 400', (body) =>
    expectRefused(body),
  );

  test('nesting of 32 is accepted, of 33 refused', async () => {
    // The body and `extra` are two of the levels.
    const nested = (levels: number): string =>
      message('deep').replace(/}$/, `,"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
    expect((await channel.post(nested(32))).status).toBe(200);
    await expectRefused(nested(33));
    await expectRefused(nested(50_000));
    await expectRefused(message('deep').replace(/}$/, `,"extra":${'{"a":'.repeat(33)}1${'}'.repeat(33)}}`));
  });

  test("brackets inside a text don't count as nesting", async () => {
    const text = `${'[{"'.repeat(100)}\\"`;
    expect((await channel.post(message(text))).status).toBe(200);
    expect(await lastReceived()).toEqual([text]);
  });

  test.each(['constructor', '\\u005f_proto__'])('a key %s, at any depth: 400', async (key) => {
    await expectRefused(message('top').replace(/}$/, `,"${key}":{"a":1}}`));
    await expectRefused(`{"sender":{"id":1,"${key}":1},"message":{"type":"text","text":"in the sender"}}`);
    await expectRefused(
      `{"sender":{"id":1},"message":{"type":"text","text":"in the message","extra":[{"${key}":null}]}}`,
    );
  });

  test('those names are allowed as values', async () => {
    expect((await channel.post(message('{"__proto__": "constructor"}'))).status).toBe(200);
    expect(await lastReceived()).toEqual(['{"__proto__": "constructor"}']);
  });
});

describe('limits of a body', () => {
  const ofSize = (size: number): string => {
    const body = message('large').replace(/}$/, ',"padding":""}');
    return body.replace('"padding":""', `"padding":"${'x'.repeat(size - Buffer.byteLength(body))}"`);
  };

  test.each([undefined, 16_384])('256 KiB are accepted, a byte more is 413 (chunk size %s)', async (chunkSize) => {
    expect((await channel.post(ofSize(BODY_LIMIT), { chunkSize })).status).toBe(200);
    const refused = await channel.post(ofSize(BODY_LIMIT + 1), { chunkSize });
    expect(refused.status).toBe(413);
    expect(refused.json()).toEqual({
      error: { code: expect.any(String) as string, message: expect.any(String) as string },
    });
  });

  test.each(['gzip', 'deflate', 'br', 'x-anything', 'gzip, identity'])('Content-Encoding %s: 415', async (encoding) => {
    const refused = await channel.post(gzipSync(message('small')), { headers: { 'content-encoding': encoding } });
    expect(refused.status).toBe(415);
    expect(refused.json()).toEqual({
      error: { code: expect.any(String) as string, message: expect.any(String) as string },
    });
  });

  test('Content-Encoding identity is accepted', async () => {
    expect((await channel.post(message('as it is'), { headers: { 'content-encoding': 'identity' } })).status).toBe(200);
  });
});

describe('errors', () => {
  test.each([
    [{ sender: {}, message: { type: 'text', text: 'a' } }, 'sender.id'],
    [{ sender: { id: 1 }, message: { type: 'location', latitude: 91, longitude: 0 } }, 'message.latitude'],
    [{ sender: { id: 1 } }, 'message'],
    [{ message: { type: 'text', text: 'a' } }, 'sender'],
  ])('%j: 400 invalid_request, the message names %s', async (body, field) => {
    const refused = await channel.post(body);
    expect(refused.status).toBe(400);
    expect(refused.json()).toEqual({
      error: { code: 'invalid_request', message: expect.stringContaining(field) as string },
    });
  });

  test.skipIf(isBehindWebsite)('refusals are in the journal with their reason', async () => {
    const own = await openChannel(host);
    await own.post({ sender: { id: 1 }, message: { type: 'text', text: '' } });
    const { entries } = await host.rpc('journal.list', { channelId: own.id });
    expect(entries).toMatchObject([{ direction: 'in', status: 400, outcome: 'refused', channelId: own.id }]);
    expect(entries[0]?.notes.map(toEnglish).join(' ')).toContain('message.text');
  });
});
