import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '#main/clock/clock.ts';
import { maskSecrets } from '#main/engine/log-masking.ts';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { createFakeEngine, type FakeEngine, OLGA } from '../../../test/fixtures/fake-engine.ts';
import { openRawConnection, type RawConnection } from '../../../test/fixtures/raw-connection.ts';
import { makeWebFolder } from '../../../test/fixtures/web-folder.ts';
import { startWebHost, type WebHost } from './web-host.ts';

/** More than the console accepts at once. */
const MANY = 1100;
const { cert, key } = certificate('trusted');
const BEARER = { authorization: `Bearer ${OLGA.accessKey}` };

let folder: string;
let engine: FakeEngine;
let host: WebHost;
let lines: string;
const opened: { destroy: () => void }[] = [];

const start = async (isSecure = false): Promise<WebHost> =>
  startWebHost({
    engine,
    vault: await createKeyFileVault({ folder }),
    clock: systemClock,
    log: pino({ level: 'trace', hooks: { streamWrite: maskSecrets } }, { write: (line) => void (lines += line) }),
    renderer: join(folder, 'renderer'),
    address: { host: '127.0.0.1', port: 0 },
    consoleHosts: [],
    ...(isSecure && { certificate: { certificate: cert, key } }),
  });

beforeEach(async () => {
  lines = '';
  folder = makeWebFolder();
  engine = createFakeEngine(systemClock);
  host = await start();
});
afterEach(async () => {
  for (const each of opened.splice(0)) each.destroy();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

const head = (first: string, ...fields: string[]): string =>
  [`${first} HTTP/1.1`, 'Host: 127.0.0.1', ...fields, '', ''].join('\r\n');
const upgrade = (path: string, ...fields: string[]): string =>
  head(
    `GET ${path}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...fields,
  );
const connection = async (): Promise<RawConnection> => {
  const one = await openRawConnection(host.url);
  opened.push(one);
  return one;
};
const window = (): WebSocket => {
  const socket = new WebSocket(`${host.url.replace(/^http/, 'ws').replace('127.0.0.1', 'localhost')}/events`, {
    headers: BEARER,
    ca: cert,
    family: 4,
  });
  opened.push({ destroy: () => socket.terminate() });
  return socket;
};

describe(
  'a signed-in window connects although others hold more connections than there are places,',
  { timeout: 60_000 },
  () => {
    const expectAWay = async (text: string): Promise<void> => {
      const before = await Promise.all(Array.from({ length: MANY }, connection));
      for (const rawConnection of before) {
        rawConnection.socket.pause();
        rawConnection.write(text);
      }
      const later = await connection();
      later.write(head('GET /', 'Connection: close'));
      expect(await later.closed).toMatch(/^HTTP\/1\.1 200 /);
      const socket = window();
      const [hello] = (await once(socket, 'message')) as [Buffer];
      expect(hello.toString()).toContain('"hello"');
      expect(lines).not.toContain(OLGA.accessKey);
    };

    test.each([
      ['silent ones', ''],
      ['in the middle of a body', head('POST /rpc/operators.me', 'Content-Length: 1000') + 'x'],
      ['upgrades for events without a key', upgrade('/events')],
    ])('%s', (_which, text) => expectAWay(text));

    test.each([
      ['in the middle of a head', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-One: '],
      ['in the middle of an upgrade', upgrade('/events').slice(0, -2)],
      ['kept open after an answer', head('GET /')],
      ['upgrades of a page', upgrade('/')],
      ['upgrades of the page to join', upgrade('/join')],
      ['upgrades with an access key in the address', upgrade(`/?key=${OLGA.accessKey}`)],
      ['upgrades of an asset', upgrade('/assets/index-abc.js')],
      ['upgrades of requests', upgrade('/rpc/operators.me')],
      ['upgrades for events with a wrong key', upgrade('/events', 'Authorization: Bearer wrong')],
      ['upgrades for events with a body', upgrade('/events', 'Content-Length: 5') + 'x'],
      ['upgrades for events in chunks', upgrade('/events', 'Transfer-Encoding: chunked')],
      [
        'offers of HTTP/2',
        head('GET /', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMA'),
      ],
      ['many requests at once', head('GET /join').repeat(20)],
    ])('%s', { tags: ['thorough'] }, (_which, text) => expectAWay(text));

    test('unfinished handshakes at remote access', async () => {
      await host.stop();
      host = await start(true);
      await Promise.all(Array.from({ length: MANY }, connection));
      const socket = window();
      await once(socket, 'message');
      const visitor = tlsConnect({
        port: Number(new URL(host.url).port),
        host: '127.0.0.1',
        ca: cert,
        servername: 'localhost',
      });
      opened.push(visitor);
      await once(visitor, 'secureConnect');
      expect(socket.readyState).toBe(WebSocket.OPEN);
    });
  },
);

test.each([
  ['/', 200],
  ['/join', 200],
  ['/?key=secret', 303],
  ['/nowhere?key=secret', 404],
  ['/events', 401],
  ['/events?key=secret', 401],
  ['/events/', 404],
  ['/media/abc/lamp.png', 401],
])(
  'a WebSocket at %s without a sign-in gets an ordinary answer, %s, and its query is in no log',
  async (path, status) => {
    const one = await connection();
    one.write(upgrade(path));
    expect(await one.waitFor((text) => text.includes('\r\n\r\n'))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(lines).not.toContain('secret');
  },
);

test('a window that does not answer when it is closed is cut off', async () => {
  const one = await connection();
  one.write(upgrade('/events', `Authorization: ${BEARER.authorization}`));
  await one.waitFor((text) => text.includes('"hello"'));
  engine.renewKey('another-key-of-olga');
  engine.tell({ name: 'answers.stale', seq: 1, data: { answers: [{ route: 'operators.list' }] } });
  await one.closed;
});
