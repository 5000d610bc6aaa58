import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { botConversation, startStage, type Stage } from '../../fixtures/bots.ts';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { byStatus, count, flood, noOtherAddresses } from '../../fixtures/flood.ts';
import { startHost } from '../../fixtures/host.ts';

const USUAL = { perAddress: 300, perChannel: 200 };

let stage: Stage;
let channel: TestChannel;

beforeAll(async () => {
  stage = await startStage();
  await stage.host.rpc('connection.change', { way: 'own', own: { publicUrl: stage.host.listener } });
  channel = await openChannel(stage.host);
});

afterEach(() => stage.host.rpc('connection.change', { limits: USUAL }));

afterAll(() => stage.stop());

const message = (ordinal: number) =>
  JSON.stringify({ sender: { id: `flood-${ordinal % 10}` }, message: { type: 'text', text: 'again' } });

/** Sends this many requests from one address, each on a connection opened beforehand; returns their statuses. */
async function atOnce(localAddress: string, amount: number, address: () => string): Promise<readonly number[]> {
  const { hostname: host, port } = new URL(address());
  const sockets = Array.from({ length: amount }, () => connect({ host, port: Number(port), localAddress }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const answers = sockets.map((socket) => text(socket));
  for (const socket of sockets) {
    const { pathname } = new URL(address());
    const isRead = pathname.endsWith('/status') || pathname.startsWith('/files/');
    socket.write(
      `${isRead ? 'GET' : 'POST'} ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${isRead ? '' : 'Content-Length: 2\r\n'}\r\n${isRead ? '' : '{}'}`,
    );
  }
  return (await Promise.all(answers)).map((answer) => Number(answer.slice(9, 12)));
}

describe.skipIf(noOtherAddresses !== undefined)(
  `floods${noOtherAddresses === undefined ? '' : ` (skipped: ${noOtherAddresses})`}`,
  { tags: ['thorough'] },
  () => {
    test('from one address: refused beyond ten seconds’ worth, with Retry-After; others are served', async () => {
      // Low enough for the flood to exceed it however slow the computer is.
      await stage.host.rpc('connection.change', { limits: { perAddress: 50, perChannel: 0 } });
      const before = await channel.status();
      const flooding = flood('127.0.3.1', 1500, () => ({ url: channel.statusUrl }));
      const honest = flood('127.0.3.2', 300, (ordinal) => ({ url: channel.messageUrl, body: message(ordinal) }));
      const answered = await flooding;
      expect(byStatus(await honest)).toEqual({ 200: 300 });
      expect(before.status).toBe(200);
      expect(count(answered, 200)).toBeGreaterThanOrEqual(500);
      expect(count(answered, 429)).toBeGreaterThan(0);
      expect(count(answered, 200) + count(answered, 429)).toBe(1500);
      expect(new Set(answered.filter(({ status }) => status === 429).map(({ retryAfter }) => retryAfter))).toEqual(
        new Set(['1']),
      );
    });

    test('to one channel from one address: it still serves others even when that address is refused', async () => {
      const refused = Promise.withResolvers<void>();
      const flooding = flood(
        '127.0.6.1',
        4500,
        () => ({ url: channel.statusUrl }),
        ({ status }) => status === 429 && refused.resolve(),
      );
      await Promise.race([refused.promise, flooding]);
      expect(
        byStatus(await flood('127.0.6.2', 300, (ordinal) => ({ url: channel.messageUrl, body: message(ordinal) }))),
      ).toEqual({ 200: 300 });
      expect(count(await flooding, 429)).toBeGreaterThan(0);
    });

    test('to one channel from several addresses: that channel accepts no more, others do', async () => {
      await stage.host.rpc('connection.change', { limits: { perAddress: 300, perChannel: 5 } });
      const [flooded, other] = [await openChannel(stage.host), await openChannel(stage.host)];
      const all = await Promise.all(
        ['127.0.4.1', '127.0.4.2', '127.0.4.3', '127.0.4.4'].map((address) =>
          flood(address, 40, (ordinal) => ({ url: flooded.messageUrl, body: message(ordinal) })),
        ),
      );
      const answered = all.flat();
      expect(count(answered, 200)).toBeGreaterThanOrEqual(50);
      expect(count(answered, 429)).toBeGreaterThan(50);
      await other.say('honest', 'hello');
    });

    test('of guesses: after a hundred, only that address is refused, whether right or wrong', async () => {
      const { origin, pathname } = new URL(channel.messageUrl);
      const guesses = await flood('127.0.5.1', 600, () => ({
        url: `${origin}/${randomUUID()}/${pathname.split('/')[2] ?? ''}`,
        body: message(0),
      }));
      expect(count(guesses, 404)).toBeGreaterThanOrEqual(100);
      expect(count(guesses, 429)).toBeGreaterThan(100);
      expect(count(guesses, 404) + count(guesses, 429)).toBe(600);
      const tokens = await flood('127.0.5.2', 600, () => ({
        url: `${origin}/webhooks/provider/${randomUUID()}`,
        body: '{}',
      }));
      expect(count(tokens, 401)).toBeGreaterThanOrEqual(100);
      expect(count(tokens, 429)).toBeGreaterThan(100);
      await channel.say('honest', 'hello');
    });

    test('of simultaneous guesses: at most a hundred are checked; simultaneous valid requests all are', async () => {
      const { origin, pathname } = new URL(channel.messageUrl);
      const wrong = [
        (): string => `${origin}/${randomUUID()}/${pathname.split('/')[2] ?? ''}`,
        (): string => `${origin}/webhooks/provider/${randomUUID()}`,
        (): string => `${origin}/files/${randomUUID()}/x/y`,
      ] as const;
      // The lookup decides what these count as, for twenty of one client at a time.
      const lookedUp = [
        (): string => `${origin}/files/${randomUUID()}/lamp.png`,
        (): string => `${origin}/rating/${randomUUID()}`,
      ] as const;
      for (const [index, address] of [...wrong, ...lookedUp].entries()) {
        const began = performance.now();
        const answered = await atOnce(`127.0.5.${10 + index}`, 500, address);
        const looked = answered.filter((status) => status !== 429).length;
        expect(answered).toHaveLength(500);
        expect(looked).toBeGreaterThanOrEqual(100);
        // Twenty more for each second it took.
        expect(looked).toBeLessThanOrEqual(
          (index < wrong.length ? 101 : 120) + (20 * (performance.now() - began)) / 1000,
        );
      }
      expect(await atOnce('127.0.5.20', 400, () => channel.statusUrl)).toEqual(Array<number>(400).fill(200));
    });

    test('bots are never blocked by these limits: their requests count only for their address, and per hour', async () => {
      await stage.host.rpc('connection.change', { limits: { perAddress: 300, perChannel: 1 } });
      const bot = await botConversation(stage);
      for (let ordinal = 0; ordinal < 30; ordinal += 1) await bot.say(bot.chat, `answer ${ordinal}`);
      expect((await bot.feed()).filter(({ from }) => from === 'bot')).toHaveLength(30);
    });
  },
);

test('this computer only: requests are not counted', async () => {
  await stage.host.rpc('connection.change', { way: 'local', limits: { perAddress: 1, perChannel: 1 } });
  const answered = await flood('127.0.0.1', 500, (ordinal) => ({
    url: ordinal % 2 === 0 ? channel.statusUrl : `${stage.host.listener}/nothing/there`,
  }));
  expect([count(answered, 200), count(answered, 404)]).toEqual([250, 250]);
});

test('this computer only, but bound to every address as in a container: requests are counted', async () => {
  const host = await startHost({ addresses: { listener: '0.0.0.0:0', console: '127.0.0.1:0' } });
  const { settings } = await host.rpc('connection.change', { limits: { perAddress: 1, perChannel: 0 } });
  expect(settings.way).toBe('local');
  const answered = await flood('127.0.0.1', 100, () => ({ url: `${host.listener}/` }));
  expect(count(answered, 200)).toBeGreaterThanOrEqual(10);
  expect(count(answered, 429)).toBeGreaterThanOrEqual(50);
  await host.remove();
});
