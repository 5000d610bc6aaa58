import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { byStatus, count, flood, noOtherAddresses } from '../../fixtures/flood.ts';
import { startHost, type Host } from '../../fixtures/host.ts';
import { tellsOf } from '../../fixtures/stale-answers.ts';

const USUAL = {
  perAddress: 300,
  perChannel: 200,
  kilobytesPerAddress: 2048,
  kilobytesPerChannel: 1024,
  newChatsPerChannel: 60,
};
/** The longest text that fits a body of 256 KiB: 263 messages of 1000 characters. */
const MAX_TIME = 'x'.repeat(262_000);
const PARTS = 262;

let host: Host;
let channel: TestChannel;

beforeAll(async () => {
  host = await startHost();
  await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener } });
  channel = await openChannel(host);
});

afterEach(() => host.rpc('connection.change', { limits: USUAL }));

afterAll(() => host.remove());

const body = (id: string, text: string) => JSON.stringify({ sender: { id }, message: { type: 'text', text } });

describe.skipIf(noOtherAddresses !== undefined)(
  `what a request costs${noOtherAddresses === undefined ? '' : ` (skipped: ${noOtherAddresses})`}`,
  () => {
    test(
      'an address that posts texts of 262 messages each stores no more than its message limit; a hundred normal messages from others all arrive',
      { tags: ['thorough'] },
      async () => {
        const attacked = await openChannel(host);
        for (let each = 0; each < 10; each += 1) await attacked.say(`honest-${each}`, 'first');
        const begun = performance.now();
        const attack = flood('127.0.7.1', 60, () => ({ url: attacked.messageUrl, body: body('flooder', MAX_TIME) }));
        const honest = await flood('127.0.7.2', 100, (ordinal) => ({
          url: attacked.messageUrl,
          body: body(`honest-${ordinal % 10}`, `words ${ordinal}`),
        }));
        const answered = await attack;
        const seconds = (performance.now() - begun) / 1000;
        expect(byStatus(honest)).toEqual({ 200: 100 });
        const stored = await attacked.receivedBy('"flooder"');
        expect(stored).toHaveLength(PARTS * count(answered, 200));
        expect(stored.length).toBeLessThanOrEqual(200 * (10 + 5 + seconds) + PARTS);
        expect(count(answered, 200)).toBeGreaterThan(0);
        expect(count(answered, 429)).toBe(60 - count(answered, 200));
        for (const { retryAfter } of answered.filter(({ status }) => status === 429))
          expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
      },
    );

    test('a text of more messages than the limit ever allows is accepted after a pause, and counts against the messages after it', async () => {
      await host.rpc('connection.change', { limits: { perAddress: 5, perChannel: 0 } });
      const own = await openChannel(host);
      expect(
        byStatus(await flood('127.0.7.3', 1, () => ({ url: own.messageUrl, body: body('anna', MAX_TIME) }))),
      ).toEqual({ 200: 1 });
      expect(await own.receivedBy('"anna"')).toHaveLength(PARTS);
      const [next] = await flood('127.0.7.3', 1, () => ({ url: own.messageUrl, body: body('anna', 'more') }));
      expect(next).toMatchObject({ status: 429 });
      expect(Number(next?.retryAfter)).toBeGreaterThan(10);
    });

    test('received bytes are counted, and more are refused before they are read; requests without a body are not', async () => {
      await host.rpc('connection.change', { limits: { kilobytesPerAddress: 20, perAddress: 0, perChannel: 0 } });
      const answered = await flood('127.0.7.4', 12, () => ({
        url: channel.messageUrl,
        body: `{"sender":{"id":"flooder"},"message":{"type":"sticker","padding":"${MAX_TIME}"}}`,
      }));
      expect(byStatus(answered)).toEqual({ 400: 1, 429: 11 });
      const unread = connect({
        port: Number(new URL(host.listener).port),
        host: '127.0.0.1',
        localAddress: '127.0.7.4',
      });
      unread.write(
        `POST ${new URL(channel.messageUrl).pathname} HTTP/1.1\r\nHost: shop\r\nContent-Length: 200000\r\n\r\n`,
      );
      const refused = once(unread, 'data') as Promise<[Buffer]>;
      // The rest of the announced body may be refused with a reset.
      unread.on('error', () => undefined);
      const [answer] = await refused;
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 /);
      unread.destroy();
      expect(byStatus(await flood('127.0.7.4', 20, () => ({ url: channel.statusUrl })))).toEqual({ 200: 20 });
      expect(
        byStatus(await flood('127.0.7.5', 1, () => ({ url: channel.messageUrl, body: body('honest', MAX_TIME) }))),
      ).toEqual({ 200: 1 });
    });

    test('an announced body that is never sent costs nothing', async () => {
      await host.rpc('connection.change', { limits: { kilobytesPerAddress: 50 } });
      const sockets = Array.from({ length: 40 }, () =>
        connect({ port: Number(new URL(host.listener).port), host: '127.0.0.1', localAddress: '127.0.7.6' }),
      );
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      for (const socket of sockets)
        socket
          .on('error', () => undefined)
          .write(
            `POST ${new URL(channel.messageUrl).pathname} HTTP/1.1\r\nHost: shop\r\nContent-Length: 260000\r\n\r\n{`,
          );
      expect(
        byStatus(await flood('127.0.7.6', 1, () => ({ url: channel.messageUrl, body: body('honest', MAX_TIME) }))),
      ).toEqual({ 200: 1 });
      for (const socket of sockets) socket.destroy();
    });
  },
);

describe.skipIf(noOtherAddresses !== undefined)('a flood of new customers', () => {
  const newcomer = (attacked: TestChannel, ordinal: number, part: string) => ({
    url: attacked.messageUrl,
    body: JSON.stringify({ sender: { id: `${part}-${ordinal}` }, message: { id: 'm1', type: 'text', text: 'Hello?' } }),
    headers: { 'x-forwarded-for': `10.1.${ordinal >> 8}.${ordinal & 255}` },
  });

  test(
    'from many addresses behind a proxy opens at most five minutes’ worth of chats; a hundred messages in open chats all arrive',
    { tags: ['thorough'] },
    async () => {
      await host.rpc('connection.change', {
        own: { trustedProxies: ['127.0.8.1', '127.0.8.2'] },
        limits: { newChatsPerChannel: 20, perChannel: 2000 },
      });
      const [attacked, other] = [await openChannel(host, { name: 'Attacked' }), await openChannel(host)];
      for (let each = 0; each < 10; each += 1) await attacked.say(`honest-${each}`, 'first');
      const window = await host.events();
      const begun = performance.now();
      const attack = flood('127.0.8.1', 800, (ordinal) => newcomer(attacked, ordinal, 'flooder'));
      const honest = await flood('127.0.8.2', 100, (ordinal) => ({
        url: attacked.messageUrl,
        body: body(`honest-${ordinal % 10}`, `words ${ordinal}`),
        headers: { 'x-forwarded-for': '10.2.0.1' },
      }));
      const answered = await attack;
      const minutes = (performance.now() - begun) / 60_000;
      expect(byStatus(honest)).toEqual({ 200: 100 });
      expect(count(answered, 200)).toBeGreaterThanOrEqual(90);
      expect(count(answered, 200)).toBeLessThanOrEqual(90 + Math.ceil(20 * minutes));
      expect(count(answered, 200) + count(answered, 429)).toBe(800);
      await other.say('somebody new', 'elsewhere');
      const first = await flood('127.0.8.1', 1, () => newcomer(attacked, 0, 'flooder'));
      const { chats } = await host.rpc('chats.list', { filter: 'open', limit: 200 });
      expect(chats.filter(({ channelId }) => channelId === attacked.id)).toHaveLength(10 + count(answered, 200));
      expect([200, 429]).toContain(first[0]?.status);

      const { floods = [] } = await host.rpc('connection.get', {});
      expect(floods.map(({ channelId }) => channelId)).toEqual([attacked.id]);
      expect(window.received.filter(tellsOf('connection.get')).length).toBeLessThanOrEqual(1 + 6 * Math.ceil(minutes));
      const { entries } = await host.rpc('journal.list', { channelId: attacked.id, outcome: 'refused', limit: 200 });
      expect(
        entries.filter(({ notes }) => notes.some((note) => note.code === 'errors:calls.tooManyChats')).length,
      ).toBeGreaterThan(0);
      expect(entries.length).toBeLessThanOrEqual(60);
    },
  );

  test('does not count refused messages as seen: they are accepted when sent again, and a repeat of an accepted one is still a repeat', async () => {
    await host.rpc('connection.change', { limits: { newChatsPerChannel: 1 } });
    const small = await openChannel(host);
    const ask = async (ordinal: number) =>
      (await flood('127.0.8.3', 1, () => newcomer(small, ordinal, 'anna')))[0]?.status;
    const statuses: (number | undefined)[] = [];
    for (let each = 0; each < 7; each += 1) statuses.push(await ask(each));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await ask(0)).toBe(200);
    expect(await small.findChat('"anna-6"')).toBeUndefined();
    await host.rpc('connection.change', { limits: { newChatsPerChannel: 0 } });
    expect([await ask(6), await ask(6)]).toEqual([200, 200]);
    expect(await small.receivedBy('"anna-6"')).toHaveLength(1);
  });
});
