import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHost, type Host } from '../../fixtures/host.ts';

let host: Host;
let channel: TestChannel;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
});

afterAll(() => host.remove());

const EXPECTED = new Set([200, 400, 413, 415]);

async function expectNo5xx(body: string | Buffer): Promise<void> {
  const { status, json } = await channel.post(body);
  expect(EXPECTED).toContain(status);
  expect(json()).toEqual(
    status === 200
      ? { result: 'ok' }
      : { error: { code: expect.any(String) as string, message: expect.any(String) as string } },
  );
}

test('property: arbitrary JSON never yields a 5xx', async () => {
  await fc.assert(fc.asyncProperty(fc.json({ stringUnit: 'binary' }), expectNo5xx), { numRuns: 300 });
});

test('property: arbitrary fields in a message never yield a 5xx', async () => {
  const types = fc.oneof(
    fc.constantFrom('text', 'typein', 'typeout', 'video', 'audio', 'voice', 'photo', 'sticker', 'document', 'location'),
    fc.string(),
  );
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('https://shop.example/a.png', 'http://[', 1e308, -0),
  );
  const sender = fc.record(
    {
      id: fc.oneof(fc.string({ minLength: 1 }), fc.maxSafeInteger(), anything),
      name: anything,
      phone: anything,
      email: anything,
      photo: anything,
      url: anything,
      invite: anything,
    },
    { requiredKeys: ['id'] },
  );
  const message = fc.record(
    {
      type: types,
      id: anything,
      text: anything,
      file: anything,
      thumb: anything,
      emoji: anything,
      file_size: anything,
      file_name: anything,
      duration: anything,
      width: anything,
      height: anything,
      performer: anything,
      title: anything,
      latitude: anything,
      longitude: anything,
    },
    { requiredKeys: ['type'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.record({ sender, message }), (body) => expectNo5xx(JSON.stringify(body))),
    { numRuns: 500 },
  );
});

test('property: arbitrary bytes never yield a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => expectNo5xx(Buffer.from(bytes))),
    { numRuns: 200 },
  );
});

test('afterwards the service works as before', async () => {
  await channel.say('still-there', 'Hello');
  expect((await channel.receivedBy('"still-there"')).map(({ text }) => text)).toEqual(['Hello']);
});
