import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { testSession } from '#shared/contract/test-customer.ts';
import type { Clock } from '#main/clock/clock.ts';
import { startTestCustomer, type TestCustomer } from './test-customer.ts';
import { phrase } from '#shared/locales/phrase.ts';

interface Posted {
  readonly url: string;
  readonly raw: string;
}

/** Stands in for the listener: accepts any message, answers `status` requests with 1. */
async function startListener(posted: Posted[], answerStatus = 200): Promise<Server> {
  const server = createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8').on('data', (piece: string) => (raw += piece));
    request.on('end', () => {
      if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'application/json' }).end('1');
      posted.push({ url: request.url ?? '', raw });
      return response.writeHead(answerStatus).end('{"result":"ok"}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

interface Alarm {
  readonly at: number;
  readonly run: () => void;
}

function stillClock(): Clock & { readonly pass: (milliseconds: number) => void } {
  let now = 1_000;
  const alarms = new Set<Alarm>();
  return {
    wall: () => now,
    monotonic: () => now,
    after: (delay, run) => {
      const alarm = { at: now + delay, run };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    pass: (milliseconds) => {
      now += milliseconds;
      for (const alarm of alarms) {
        if (alarm.at > now) continue;
        alarms.delete(alarm);
        alarm.run();
      }
    },
  };
}

interface Bench {
  readonly customer: TestCustomer;
  readonly posted: Posted[];
  readonly changes: string[];
  readonly clock: ReturnType<typeof stillClock>;
}

const stops: (() => Promise<void>)[] = [];

async function setUp(answerStatus = 200): Promise<Bench> {
  const posted: Posted[] = [];
  const changes: string[] = [];
  const clock = stillClock();
  const listener = await startListener(posted, answerStatus);
  const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/secret/shop`;
  const customer = await startTestCustomer({
    channels: {
      localAddresses: (channelId) => {
        if (channelId !== 'c1') throw new ContractError('not_found', phrase('errors:refusals.no.channel'));
        return { message: base, status: `${base}/status`, replies: null };
      },
    },
    emit: (_name, data) => {
      if ('senderId' in data) changes.push(`${data.channelId} ${data.senderId}`);
    },
    clock,
    log: pino({ level: 'silent' }),
  });
  stops.push(async () => {
    await customer.stop();
    listener.closeAllConnections();
    listener.close();
  });
  return { customer, posted, changes, clock };
}

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

function reply(customer: TestCustomer, body: unknown, publicId = 'shop'): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${customer.endpoint}/${publicId}`, { method: 'POST', body: text });
}

const text = (id: unknown, words: string, messageId = 'm1') => ({
  sender: { name: 'Olga', photo: 'https://shop.example/olga.png' },
  recipient: { id },
  message: { type: 'text', id: messageId, text: words },
});

describe('sending', () => {
  test('posts a message to the listener with the customer, a new ID and its text', async () => {
    const { customer, posted } = await setUp();
    const { senderId } = await customer.open({ channelId: 'c1', name: 'Ann' });
    const line = await customer.send({ channelId: 'c1', senderId, text: 'Hello' });
    expect(line).toMatchObject({ from: 'customer', type: 'text', text: 'Hello', status: 200 });
    expect(posted).toHaveLength(1);
    expect(posted[0]?.url).toBe('/secret/shop');
    expect(JSON.parse(posted[0]?.raw ?? '')).toEqual({
      sender: { id: JSON.parse(senderId) as unknown, name: 'Ann' },
      message: { type: 'text', text: 'Hello', id: line.id },
    });
  });

  test('posts an integer ID as a number, digit for digit', async () => {
    const { customer, posted } = await setUp();
    await customer.send({ channelId: 'c1', senderId: '9007199254740993', text: 'Hi' });
    expect(posted[0]?.raw).toContain('"sender":{"id":9007199254740993}');
  });

  test.each(['', 'abc', '1.0', '1e3', '01', 'null', '{}', '""', JSON.stringify('x'.repeat(256))])(
    'rejects %s as a customer ID',
    async (senderId) => {
      const { customer, posted } = await setUp();
      await expect(customer.send({ channelId: 'c1', senderId, text: 'Hi' })).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'senderId' }],
      });
      expect(posted).toHaveLength(0);
    },
  );

  test('rejects an unknown channel', async () => {
    const { customer } = await setUp();
    await expect(customer.open({ channelId: 'c2' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('shows the listener’s response on the line', async () => {
    const { customer } = await setUp(503);
    expect(await customer.send({ channelId: 'c1', senderId: '"a"', text: 'Hi' })).toMatchObject({ status: 503 });
  });

  test.each(['photo', 'sticker', 'document', 'audio', 'voice', 'video'] as const)(
    'sends a %s as a link to a real file of the stated size',
    async (sample) => {
      const { customer, posted } = await setUp();
      const line = await customer.sendSample({ channelId: 'c1', senderId: '"a"', sample });
      const { message } = JSON.parse(posted[0]?.raw ?? '') as {
        message: { type: string; file: string; file_name: string; file_size: number };
      };
      expect(message).toMatchObject({ type: sample, file: line['file'], file_name: line['file_name'] });
      const answer = await fetch(message.file);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^(image\/png|application\/pdf|audio\/wav|video\/mp4)$/);
      expect((await answer.arrayBuffer()).byteLength).toBe(message.file_size);
    },
  );

  test('sends a location with both coordinates, and a text over the limit', async () => {
    const { customer, posted } = await setUp();
    await customer.sendSample({ channelId: 'c1', senderId: '"a"', sample: 'location' });
    await customer.sendSample({ channelId: 'c1', senderId: '"a"', sample: 'long_text' });
    const [place, long] = posted.map(({ raw }) => (JSON.parse(raw) as { message: Record<string, unknown> }).message);
    expect(place).toMatchObject({ type: 'location', latitude: 59.3293, longitude: 18.0686 });
    expect(Array.from(String(long?.['text'])).length).toBeGreaterThan(1000);
  });

  test('posts typing as typein and typeout without adding a line', async () => {
    const { customer, posted } = await setUp();
    await customer.typing({ channelId: 'c1', senderId: '7', typing: true });
    await customer.typing({ channelId: 'c1', senderId: '7', typing: false });
    expect(posted.map(({ raw }) => raw)).toEqual([
      '{"sender":{"id":7},"message":{"type":"typein"}}',
      '{"sender":{"id":7},"message":{"type":"typeout"}}',
    ]);
    expect((await customer.get({ channelId: 'c1', senderId: '7' })).lines).toEqual([]);
  });
});

describe('getting replies', () => {
  test('acknowledges a reply with ok and adds it to its customer’s transcript', async () => {
    const { customer, changes } = await setUp();
    await customer.open({ channelId: 'c1', senderId: '"7"' });
    await customer.open({ channelId: 'c1', senderId: '7' });
    const answer = await reply(customer, text(7, 'Good day'));
    expect([answer.status, await answer.json()]).toEqual([200, { result: 'ok' }]);
    const session = await customer.get({ channelId: 'c1', senderId: '7' });
    expect(session.lines).toMatchObject([
      {
        id: 'm1',
        from: 'operator',
        type: 'text',
        text: 'Good day',
        operatorName: 'Olga',
        operatorPhoto: 'https://shop.example/olga.png',
      },
    ]);
    expect((await customer.get({ channelId: 'c1', senderId: '"7"' })).lines).toEqual([]);
    expect(testSession.parse(session)).toEqual(session);
    expect(changes.at(-1)).toBe('c1 7');
  });

  test.each([
    {
      type: 'photo',
      file: 'http://127.0.0.1:1/files/t/lamp.jpg',
      thumb: 'http://127.0.0.1:1/files/u/lamp.webp',
      emoji: '💡',
      file_size: 3,
      file_name: 'lamp.jpg',
      width: 2,
      height: 1,
      text: 'See',
    },
    {
      type: 'audio',
      file: 'http://127.0.0.1:1/files/t/bell.mp3',
      file_size: 3,
      file_name: 'bell.mp3',
      duration: 4,
      performer: 'The Bells',
      title: 'Counter',
    },
    { type: 'location', latitude: 59.3, longitude: 18, title: 'Our shop', text: 'Until six' },
  ] as const)('keeps every field of $type', async (message) => {
    const { customer } = await setUp();
    await customer.open({ channelId: 'c1', senderId: '7' });
    expect((await reply(customer, { recipient: { id: 7 }, message: { ...message, id: 'm1' } })).status).toBe(200);
    const session = await customer.get({ channelId: 'c1', senderId: '7' });
    expect(session.lines).toEqual([{ ...message, id: 'm1', from: 'operator', at: session.lines[0]?.at }]);
    expect(testSession.parse(session)).toEqual(session);
  });

  test('rejects media without its file', async () => {
    const { customer } = await setUp();
    expect(
      (
        await reply(customer, {
          recipient: { id: 7 },
          message: { type: 'photo', id: 'm1', file_size: 3, file_name: 'a' },
        })
      ).status,
    ).toBe(400);
  });

  test('finds a customer with an integer ID beyond 2^53', async () => {
    const { customer } = await setUp();
    await customer.open({ channelId: 'c1', senderId: '9007199254740993' });
    await reply(customer, '{"recipient":{"id":9007199254740993},"message":{"type":"text","id":"m1","text":"hi"}}');
    expect((await customer.get({ channelId: 'c1', senderId: '9007199254740993' })).lines).toHaveLength(1);
  });

  test('acknowledges a repeated attempt and shows it once', async () => {
    const { customer } = await setUp();
    await customer.open({ channelId: 'c1', senderId: '7' });
    await reply(customer, text(7, 'Good day'));
    expect((await reply(customer, text(7, 'Good day'))).status).toBe(200);
    expect((await customer.get({ channelId: 'c1', senderId: '7' })).lines).toHaveLength(1);
  });

  test('reads a chunked body like one with a length', async () => {
    const { customer } = await setUp();
    const sent = httpRequest(`${customer.endpoint}/shop`, {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
    });
    const body = JSON.stringify(text('a', 'In pieces'));
    sent.write(body.slice(0, 10));
    sent.end(body.slice(10));
    const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect((await customer.get({ channelId: 'c1', senderId: '"a"' })).lines).toMatchObject([{ text: 'In pieces' }]);
  });

  test('refuses a body over 256 KiB', async () => {
    const { customer } = await setUp();
    const refused = await reply(customer, 'x'.repeat(300_000)).then(
      ({ status }) => status,
      () => 0,
    );
    expect([0, 413]).toContain(refused);
    expect((await reply(customer, text('a', 'still there'))).status).toBe(200);
  });

  test.each([
    '',
    'null',
    '[]',
    '{"message":{"type":"text"}}',
    '{"recipient":{"id":"a"},"message":{"type":"dance"}}',
    '{',
  ])('rejects %j as a reply', async (body) => {
    const { customer } = await setUp();
    expect((await reply(customer, body)).status).toBe(400);
  });

  test('responds 404 without the secret part of the address, and refuses GET', async () => {
    const { customer } = await setUp();
    expect((await fetch(`${new URL(customer.endpoint).origin}/shop`, { method: 'POST', body: '{}' })).status).toBe(404);
    const got = await fetch(`${customer.endpoint}/shop`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('shows the operator typing until typeout, a reply or ten seconds', async () => {
    const { customer, clock } = await setUp();
    const who = { channelId: 'c1', senderId: '7' };
    const typing = async (): Promise<boolean> => (await customer.get(who)).operatorTyping;
    const say = (type: string) => reply(customer, { recipient: { id: 7 }, message: { type } });
    await customer.open(who);
    await say('typein');
    expect(await typing()).toBe(true);
    await say('typeout');
    expect(await typing()).toBe(false);
    await say('typein');
    await reply(customer, text(7, 'Here'));
    expect(await typing()).toBe(false);
    await say('typein');
    clock.pass(9_999);
    expect(await typing()).toBe(true);
    clock.pass(1);
    expect(await typing()).toBe(false);
  });
});

describe('switches', () => {
  test('"answer with an error" responds with code and message, and hides the reply from the customer', async () => {
    const { customer } = await setUp();
    await customer.open({ channelId: 'c1', senderId: '7' });
    const error = { code: 'blocked', message: 'The customer has left' };
    expect(await customer.setSwitches({ answerWithError: error })).toEqual({ answerWithError: error, beDown: false });
    const answer = await reply(customer, text(7, 'Hello'));
    expect([answer.status, await answer.json()]).toEqual([200, { error }]);
    expect((await customer.get({ channelId: 'c1', senderId: '7' })).lines).toEqual([]);
    expect(await customer.setSwitches({ answerWithError: null })).toEqual({ answerWithError: null, beDown: false });
    expect(await (await reply(customer, text(7, 'Hello'))).json()).toEqual({ result: 'ok' });
  });

  test('"be down" does not respond', async () => {
    const { customer } = await setUp();
    await customer.setSwitches({ beDown: true });
    await expect(reply(customer, text(7, 'Hello'))).rejects.toThrow();
    await customer.setSwitches({ beDown: false });
    expect((await reply(customer, text(7, 'Hello'))).status).toBe(200);
  });
});

describe('keeping transcripts', () => {
  test('keeps a customer’s latest 500 lines', async () => {
    const { customer } = await setUp();
    await customer.open({ channelId: 'c1', senderId: '7' });
    for (let count = 1; count <= 502; count += 1) await reply(customer, text(7, `line ${count}`, `m${count}`));
    const { lines } = await customer.get({ channelId: 'c1', senderId: '7' });
    expect([lines.length, lines[0]?.text, lines.at(-1)?.text]).toEqual([500, 'line 3', 'line 502']);
  });

  test('keeps the 200 most recently used customers', async () => {
    const { customer } = await setUp();
    for (let id = 0; id < 200; id += 1) await reply(customer, text(id, 'Hello'));
    await customer.get({ channelId: 'c1', senderId: '0' });
    await reply(customer, text(200, 'Hello'));
    expect((await customer.get({ channelId: 'c1', senderId: '0' })).lines).toHaveLength(1);
    expect((await customer.get({ channelId: 'c1', senderId: '1' })).lines).toHaveLength(0);
  });

  test('shows the response of the status endpoint in the session', async () => {
    const { customer } = await setUp();
    expect(await customer.open({ channelId: 'c1', senderId: '7' })).toMatchObject({
      status: 1,
      receivesReplies: true,
      operatorTyping: false,
    });
  });
});
