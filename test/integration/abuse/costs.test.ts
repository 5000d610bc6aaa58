import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { byStatus, count, flood, noOtherAddresses } from '../../fixtures/flood.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';

const USUAL = { perAddress: 300, perChannel: 200, kilobytesPerAddress: 2048, kilobytesPerChannel: 1024, newChatsPerChannel: 60 };
/** The longest text that a body of 256 KiB holds: 263 messages of 1000 characters. */
const LONGEST = 'x'.repeat(262_000);
const PARTS = 262;

let host: Headless;
let channel: TestChannel;

beforeAll(async () => {
  host = await startHeadless();
  await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener } });
  channel = await openChannel(host);
});

afterEach(() => host.rpc('connection.change', { limits: USUAL }));

afterAll(() => host.remove());

const body = (id: string, text: string) => JSON.stringify({ sender: { id }, message: { type: 'text', text } });

describe.skipIf(noOtherAddresses !== undefined)(`what a request costs${noOtherAddresses === undefined ? '' : ` (skipped: ${noOtherAddresses})`}`, () => {
  test('one address that posts texts of 262 messages each stores no more than its limit of messages; a hundred honest ones of others all arrive', async () => {
    const attacked = await openChannel(host);
    for (let each = 0; each < 10; each += 1) await attacked.say(`honest-${each}`, 'first');
    const begun = performance.now();
    const attack = flood('127.0.7.1', 60, () => ({ url: attacked.messageUrl, body: body('flooder', LONGEST) }));
    const honest = await flood('127.0.7.2', 100, (ordinal) => ({ url: attacked.messageUrl, body: body(`honest-${ordinal % 10}`, `words ${ordinal}`) }));
    const answered = await attack;
    const seconds = (performance.now() - begun) / 1000;
    expect(byStatus(honest)).toEqual({ 200: 100 });
    const stored = await attacked.heard('"flooder"');
    expect(stored).toHaveLength(PARTS * count(answered, 200));
    expect(stored.length).toBeLessThanOrEqual(200 * (10 + 5 + seconds) + PARTS);
    expect(count(answered, 200)).toBeGreaterThan(0);
    expect(count(answered, 429)).toBe(60 - count(answered, 200));
    for (const { retryAfter } of answered.filter(({ status }) => status === 429)) expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  });

  test('a text of more messages than the limit ever has room for is taken after a rest, and paid for by what comes next', async () => {
    await host.rpc('connection.change', { limits: { perAddress: 5, perChannel: 0 } });
    const own = await openChannel(host);
    expect(byStatus(await flood('127.0.7.3', 1, () => ({ url: own.messageUrl, body: body('anna', LONGEST) })))).toEqual({ 200: 1 });
    expect(await own.heard('"anna"')).toHaveLength(PARTS);
    const [next] = await flood('127.0.7.3', 1, () => ({ url: own.messageUrl, body: body('anna', 'more') }));
    expect(next).toMatchObject({ status: 429 });
    expect(Number(next?.retryAfter)).toBeGreaterThan(10);
  });

  test('bytes that came are counted, and more of them refused before they are read; requests without a body are not', async () => {
    await host.rpc('connection.change', { limits: { kilobytesPerAddress: 20, perAddress: 0, perChannel: 0 } });
    const answered = await flood('127.0.7.4', 12, () => ({ url: channel.messageUrl, body: `{"sender":{"id":"flooder"},"message":{"type":"sticker","padding":"${LONGEST}"}}` }));
    expect(byStatus(answered)).toEqual({ 400: 1, 429: 11 });
    const unread = connect({ port: Number(new URL(host.listener).port), host: '127.0.0.1', localAddress: '127.0.7.4' });
    unread.write(`POST ${new URL(channel.messageUrl).pathname} HTTP/1.1\r\nHost: shop\r\nContent-Length: 200000\r\n\r\n`);
    const [answer] = (await once(unread, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 /);
    unread.destroy();
    expect(byStatus(await flood('127.0.7.4', 20, () => ({ url: channel.statusUrl })))).toEqual({ 200: 20 });
    expect(byStatus(await flood('127.0.7.5', 1, () => ({ url: channel.messageUrl, body: body('honest', LONGEST) })))).toEqual({ 200: 1 });
  });

  test('a body that is announced and never sent costs nothing', async () => {
    await host.rpc('connection.change', { limits: { kilobytesPerAddress: 50 } });
    const sockets = Array.from({ length: 40 }, () => connect({ port: Number(new URL(host.listener).port), host: '127.0.0.1', localAddress: '127.0.7.6' }));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write(`POST ${new URL(channel.messageUrl).pathname} HTTP/1.1\r\nHost: shop\r\nContent-Length: 260000\r\n\r\n{`);
    expect(byStatus(await flood('127.0.7.6', 1, () => ({ url: channel.messageUrl, body: body('honest', LONGEST) })))).toEqual({ 200: 1 });
    for (const socket of sockets) socket.destroy();
  });
});
