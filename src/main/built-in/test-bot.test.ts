import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startTestBot, type TestBot } from './test-bot.ts';

interface Posted {
  readonly url: string;
  readonly event: {
    readonly id: string;
    readonly event: string;
    readonly chat_id: string;
    readonly client_id: string;
    readonly message?: { readonly type: string; readonly timestamp: number; readonly text: string };
  };
}

interface Bench {
  readonly bot: TestBot;
  readonly clock: FakeClock;
  readonly posted: readonly Posted[];
  /** resolves once this many events have reached the service */
  readonly postedCount: (count: number) => Promise<void>;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function setUp(answerStatus: (nth: number) => number | Promise<number> = () => 200): Promise<Bench> {
  const posted: Posted[] = [];
  const arrivals: { readonly count: number; readonly resolve: () => void }[] = [];
  const service = createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8').on('data', (piece: string) => (raw += piece));
    request.on('end', () => {
      posted.push({ url: request.url ?? '', event: JSON.parse(raw) as Posted['event'] });
      for (const { count, resolve } of arrivals) if (posted.length >= count) resolve();
      void Promise.resolve(answerStatus(posted.length)).then((status) =>
        response.writeHead(status).end('{"result":"ok"}'),
      );
    });
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  stops.push(async () => {
    service.close();
    service.closeAllConnections();
  });
  const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}/webhooks/prov-1`;
  const clock = createFakeClock();
  const bot: TestBot = await startTestBot({
    bots: {
      localAddressOf: (token) =>
        token === 'tok' || token === 'a/b' ? `${base}/${encodeURIComponent(token)}` : undefined,
    },
    clock,
    log: pino({ level: 'silent' }),
  });
  stops.push(() => bot.stop());
  const postedCount = (count: number) =>
    posted.length >= count ? Promise.resolve() : new Promise<void>((resolve) => arrivals.push({ count, resolve }));
  return { bot, clock, posted, postedCount };
}

function clientMessage(text: string, chat = '7'): object {
  return {
    id: crypto.randomUUID(),
    event: 'CLIENT_MESSAGE',
    client_id: '3',
    chat_id: chat,
    site_id: 'site',
    agents_online: true,
    sender: { id: 3, name: 'Anna', has_contacts: false },
    message: { type: 'TEXT', text, timestamp: 1 },
    channel: { id: 'c', type: 'widget' },
  };
}

function tell(bot: TestBot, event: object | string, token = 'tok'): Promise<Response> {
  return fetch(`${bot.endpoint}/${encodeURIComponent(token)}`, {
    method: 'POST',
    body: typeof event === 'string' ? event : JSON.stringify(event),
  });
}

/** What reached the service, as text. */
const heard = (posted: readonly Posted[]) => posted.map(({ event }) => event.message?.type ?? event.event);

describe('events from the service', () => {
  test('are acknowledged first and answered with the bot’s own events afterwards', async () => {
    const { bot, posted, postedCount, clock } = await setUp();
    const answer = await tell(bot, clientMessage('Good day'));
    expect([answer.status, await answer.json()]).toEqual([200, { result: 'ok' }]);
    await postedCount(2);
    expect(heard(posted)).toEqual(['TEXT', 'BUTTONS']);
    expect(posted[0]).toMatchObject({
      url: '/webhooks/prov-1/tok',
      event: {
        event: 'BOT_MESSAGE',
        chat_id: '7',
        client_id: '3',
        message: { timestamp: Math.floor(clock.wall() / 1000) },
      },
    });
    expect(new Set(posted.map(({ event }) => event.id)).size).toBe(2);
  });

  test('start with one greeting per chat, and another after it was closed', async () => {
    const { bot, posted, postedCount } = await setUp();
    await tell(bot, clientMessage('Good day'));
    await tell(bot, clientMessage('bye'));
    await postedCount(4);
    await tell(bot, { id: 'c', event: 'CHAT_CLOSED', client_id: '3', chat_id: '7' });
    await tell(bot, clientMessage('Good day'));
    await postedCount(6);
    expect(heard(posted)).toEqual(['TEXT', 'BUTTONS', 'TEXT', 'INIT_RATE', 'TEXT', 'BUTTONS']);
  });

  test('are answered in order within a chat, without holding up other chats', async () => {
    const slow = Promise.withResolvers<number>();
    const { bot, posted, postedCount } = await setUp((nth) => (nth === 1 ? slow.promise : 200));
    await tell(bot, clientMessage('Good day'));
    await postedCount(1);
    await tell(bot, clientMessage('bye'));
    await tell(bot, clientMessage('Good day', '8'));
    await postedCount(3);
    slow.resolve(200);
    await postedCount(6);
    expect(posted.map(({ event }) => event.chat_id)).toEqual(['7', '8', '8', '7', '7', '7']);
    expect(heard(posted.filter(({ event }) => event.chat_id === '7'))).toEqual([
      'TEXT',
      'BUTTONS',
      'TEXT',
      'INIT_RATE',
    ]);
  });

  test('are acknowledged but not answered again when repeated', async () => {
    const { bot, posted, postedCount } = await setUp();
    const event = clientMessage('Good day');
    await tell(bot, event);
    expect((await tell(bot, event)).status).toBe(200);
    await tell(bot, clientMessage('bye'));
    await postedCount(4);
    expect(heard(posted)).toEqual(['TEXT', 'BUTTONS', 'TEXT', 'INIT_RATE']);
  });

  test('get no further answers once the service refuses one', async () => {
    const { bot, posted, postedCount } = await setUp((nth) => (nth === 1 ? 403 : 200));
    await tell(bot, clientMessage('Good day'));
    await postedCount(1);
    await tell(bot, clientMessage('lamps'));
    await postedCount(2);
    expect(posted[1]?.event.message?.text).toContain('“lamps”');
  });

  test('are refused with the interface’s error texts', async () => {
    const { bot } = await setUp();
    const status = async (event: object | string, token?: string): Promise<unknown> => {
      const answer = await tell(bot, event, token);
      const { error } = (await answer.json()) as { error: { code: string } };
      return [answer.status, error.code];
    };
    expect(await status(clientMessage('x'), 'other')).toEqual([401, 'invalid_client']);
    expect(await status({ ...clientMessage('x'), event: 'BOT_MESSAGE' })).toEqual([405, 'invalid_request']);
    for (const body of ['', '{', 'null', '[]', '{}', { event: 'CLIENT_MESSAGE' }])
      expect(await status(body)).toEqual([400, 'invalid_request']);
    expect(await status('x'.repeat(300_000))).toEqual([413, 'invalid_request']);
    const got = await fetch(`${bot.endpoint}/tok`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(bot.endpoint, { method: 'POST', body: '{}' })).status).toBe(404);
  });

  test('a token with a slash is one path segment', async () => {
    const { bot, posted, postedCount } = await setUp();
    expect((await tell(bot, clientMessage('Good day'), 'a/b')).status).toBe(200);
    await postedCount(2);
    expect(posted[0]?.url).toBe('/webhooks/prov-1/a%2Fb');
  });
});
