import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { credentialsOf } from '../../../test/fixtures/site-client.ts';
import { newVisitor } from '#main/site/visitor-token.ts';
import { startListenerOnItsOwn, type ListenerOnItsOwn } from '../../../test/fixtures/listener-on-its-own.ts';
import { openRawConnection } from '../../../test/fixtures/raw-connection.ts';
import { connect as tlsConnect } from 'node:tls';
import { text } from 'node:stream/consumers';
import { systemClock } from '#main/clock/clock.ts';

let listener: ListenerOnItsOwn;

afterEach(() => listener.stop());

const { cert, key } = certificate('trusted');
const LOOPBACK = { host: '127.0.0.1', port: 0, trustedProxies: [] };
const HELLO = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'hello' } });

/** The window's routes with a channel whose visitors are only greeted. */
const SITE = {
  clock: systemClock,
  channels: {
    ofKindAt: (_kind: string, publicId: string) =>
      publicId === 'lamps' ? { id: 'channel-2', publicId, secret: 'secret', site: { files: true } } : undefined,
  },
  websites: { admit: () => true },
  visitors: {
    closeAll: () => undefined,
    hasRoom: () => true,
    open: (_channel: object, _client: object, carrier: { send: (frame: object) => void }) => ({
      id: 'one',
      handle: async () => carrier.send({ kind: 'welcome' }),
    }),
    close: () => undefined,
  },
  store: { read: async () => undefined },
  uploads: {
    largest: () => 1_000_000,
    add: async (_owner: string, _name: string, body: AsyncIterable<Uint8Array>) => ({
      size: (await text(body)).length,
    }),
  },
};

const h2c = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Length: ${HELLO.length}\r\n\r\n${HELLO}`;

describe('programs that offer HTTP/2 with ordinary requests, as Java’s HttpClient does', () => {
  test('are answered on the own port', async () => {
    listener = await startListenerOnItsOwn();
    const connection = await openRawConnection(listener.url);
    connection.write(h2c(listener.path));
    await connection.waitFor((said) => said.startsWith('HTTP/1.1 200 '));
    expect(listener.received).toHaveLength(1);
    connection.destroy();
  });

  test('are answered on an encrypted one', async () => {
    listener = await startListenerOnItsOwn();
    const { port } = await listener.open({ ...LOOPBACK, certificate: { certificate: cert, key } });
    const socket = tlsConnect({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' });
    await once(socket, 'secureConnect');
    socket.write(h2c(listener.path));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    expect(listener.received).toHaveLength(1);
    socket.destroy();
  });
});

describe('a WebSocket', () => {
  test.each(['own', 'plain', 'encrypted'] as const)('opens on the %s port', async (which) => {
    listener = await startListenerOnItsOwn({}, '127.0.0.1', SITE);
    const extra =
      which === 'own'
        ? undefined
        : await listener.open({
            ...LOOPBACK,
            ...(which === 'encrypted' && { certificate: { certificate: cert, key } }),
          });
    const address = which === 'encrypted' ? 'wss://localhost' : 'ws://127.0.0.1';
    const port = extra?.port ?? listener.port;
    const socket = new WebSocket(`${address}:${port}/site/lamps/connect`, { ca: cert, family: 4 });
    const first = once(socket, 'message');
    await once(socket, 'open');
    socket.send(JSON.stringify({ kind: 'hello', version: 1 }));
    expect(JSON.parse(String((await first)[0]))).toEqual({ kind: 'welcome' });
    socket.terminate();
  });

  test('opens at no other address', async () => {
    listener = await startListenerOnItsOwn({}, '127.0.0.1', SITE);
    const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/health`);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('200');
  });
});

test('a website’s window that does not answer when its connection is closed is cut off', async () => {
  listener = await startListenerOnItsOwn({}, '127.0.0.1', SITE);
  const window = await openRawConnection(listener.url);
  window.write(
    'GET /site/lamps/connect HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await window.waitFor((said) => said.startsWith('HTTP/1.1 101 '));
  // A masked text that is no frame of a window.
  window.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]));
  await window.closed;
});

test('a visitor’s upload may take longer than other bodies', async () => {
  listener = await startListenerOnItsOwn(
    { requestTimeout: 200, headersTimeout: 200, lateCheckInterval: 20 },
    '127.0.0.1',
    SITE,
  );
  const { authorization } = credentialsOf(newVisitor('secret').token);
  const head = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 10\r\n\r\n12345`;
  const [upload, message] = [await openRawConnection(listener.url), await openRawConnection(listener.url)];
  upload.write(head('/site/lamps/files?name=a.txt'));
  message.write(head(listener.path));
  // The other one's end says that the time is up.
  expect(await message.closed).toMatch(/^HTTP\/1\.1 408 /);
  upload.write('67890');
  expect(await upload.waitFor((said) => said.includes('size'))).toMatch(/^HTTP\/1\.1 200 [^]*"size":10/);
  upload.destroy();
});
