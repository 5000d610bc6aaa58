/** @module-tag thorough */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { openRawConnection } from '../../fixtures/raw-connection.ts';

const MANY = 10_000;
/** Only Linux has loopback addresses other than 127.0.0.1 without setup. */
const noOtherAddresses = process.platform === 'linux' ? undefined : 'only Linux has all of 127.0.0.0/8';
const tooFewFiles =
  noOtherAddresses ??
  (openFilesAllowed() > MANY + 1000 ? undefined : `fewer than ${MANY + 1000} files may be open (ulimit -n)`);

let host: Headless;
let channel: TestChannel;
let path: string;

beforeAll(async () => {
  host = await startHeadless();
  await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener } });
  channel = await openChannel(host);
  path = new URL(channel.messageUrl).pathname;
});

afterAll(() => host.remove());

function openFilesAllowed(): number {
  return Number(execFileSync('bash', ['-c', 'ulimit -Hn']).toString().trim().replace('unlimited', '1000000'));
}

const say = (sender: string) =>
  httpRequest(channel.messageUrl, {
    method: 'POST',
    body: JSON.stringify({ sender: { id: sender }, message: { type: 'text', text: 'honest' } }),
  });

/** Writes a byte now and then until the other side closes. */
async function drip(before: string, byte: string): Promise<string> {
  const connection = await openRawConnection(host.listener);
  connection.write(before);
  const dripping = setInterval(() => connection.socket.writable && connection.write(byte), 500);
  const text = await connection.closed;
  clearInterval(dripping);
  return text;
}

describe.concurrent('a slow client is answered and closed:', () => {
  test('endless headers', async () => {
    expect(await drip(`POST ${path} HTTP/1.1\r\nHost: shop\r\nX-One: `, 'x')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a connection without a request', async () => {
    const connection = await openRawConnection(host.listener);
    expect(await connection.closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('an endless body', async () => {
    expect(await drip(`POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 5000\r\n\r\n`, ' ')).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });

  test('endless chunks', async () => {
    expect(
      await drip(`POST ${path} HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
    ).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('and normal customers are served meanwhile', async () => {
    for (let count = 0; count < 20; count += 1) expect((await say(`meanwhile-${count}`)).status).toBe(200);
  });
});

test.skipIf(noOtherAddresses !== undefined)(
  `one address cannot hold more than its share${noOtherAddresses === undefined ? '' : ` (skipped: ${noOtherAddresses})`}`,
  async () => {
    const sockets = await Promise.all(Array.from({ length: 700 }, () => openFrom('127.0.1.1')));
    const refused = sockets.filter(({ isClosed }) => isClosed());
    while (refused.length < 188) {
      const closed = await Promise.race(
        sockets.filter((socket) => !refused.includes(socket)).map(async (socket) => (await socket.closed, socket)),
      );
      refused.push(closed);
    }
    expect((await say('beside a crowd')).status).toBe(200);
    for (const { socket } of sockets) socket.destroy();
  },
);

test.skipIf(tooFewFiles !== undefined)(
  `10,000 connections that hold on to the start of a request${tooFewFiles === undefined ? '' : ` (skipped: ${tooFewFiles})`}`,
  async () => {
    const sockets = [];
    for (let from = 0; from < MANY; from += 500) {
      sockets.push(...(await Promise.all(Array.from({ length: 500 }, () => openFrom(`127.0.2.${1 + from / 500}`)))));
      expect((await say(`during-${from}`)).status).toBe(200);
    }
    // The system buffers some before the listener sees them.
    await expect
      .poll(() => openConnections(Number(new URL(host.listener).port)), { timeout: 10_000 })
      .toBeLessThanOrEqual(4096 + 100);
    for (let count = 0; count < 50; count += 1) expect((await say(`after-${count}`)).status).toBe(200);
    for (const { socket } of sockets) socket.destroy();
    expect(host.process.exitCode).toBe(null);
  },
);

async function openFrom(
  localAddress: string,
): Promise<{ readonly socket: Socket; readonly closed: Promise<void>; readonly isClosed: () => boolean }> {
  let isClosed = false;
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(host.listener).port), localAddress });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.resume().once('close', () => {
      isClosed = true;
      resolve();
    });
  });
  await Promise.race([once(socket, 'connect').catch(() => undefined), closed]);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\n`);
  return { socket, closed, isClosed: () => isClosed };
}

/** Established connections on the server's side of this port. */
function openConnections(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, near, , state]) => near?.endsWith(local) === true && state === '01').length;
}
