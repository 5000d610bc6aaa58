import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { openRawConnection, type RawConnection } from '../../../test/fixtures/raw-connection.ts';
import { watchConnections, type ConnectionRules, type Connections } from './connections.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** Bytes: more than is kept on the way to somebody who does not read. */
const LARGE_SIZE = 64 * 1024 * 1024;
const LARGE = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n';
function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(1024);
}
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';
const CHUNKS = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

interface Watched {
  readonly server: Server;
  readonly connections: Connections;
  /** Opens a connection from another address of this computer. */
  readonly from: (address: string) => Promise<RawConnection>;
  readonly open: () => Promise<RawConnection>;
  /** Opens a connection with one answered request. */
  readonly idle: () => Promise<RawConnection>;
  /** Opens a connection that sends this and gets no answer. */
  readonly with: (text: string) => Promise<RawConnection>;
  /** Opens a connection whose request is complete and awaits its answer. */
  readonly busy: () => Promise<RawConnection & { readonly answer: () => void }>;
}

/** A server that answers GET at once, and a complete POST only when told to. */
async function serve(rules: Partial<ConnectionRules> = {}): Promise<Watched> {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    response.once('close', () => response.writableFinished || server.emit('cut'));
    if (request.url === '/stream') Readable.from(endless()).pipe(response);
    else if (request.url === '/large') response.end(Buffer.alloc(LARGE_SIZE));
    else if (request.method === 'GET') response.end('here');
    else
      request.on('data', () => server.emit('piece')).once('end', () => waiting.push(response) && server.emit('whole'));
  });
  const connections = watchConnections(server, { max: 3, maxFrom: () => undefined, stopping: 200, ...rules });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const from = async (address: string): Promise<RawConnection> => {
    const accepted = once(server, 'connection');
    const connection = await openRawConnection(url, address);
    stops.push(connection.destroy);
    await accepted;
    return connection;
  };
  const open = () => from('127.0.0.1');
  const give = async (text: string): Promise<RawConnection> => {
    const connection = await open();
    const asked = text.includes('\r\n\r\n') ? once(server, 'request') : undefined;
    connection.write(text);
    await asked;
    return connection;
  };
  return {
    server,
    connections,
    from,
    open,
    with: give,
    idle: async () => {
      const connection = await give(GET);
      await connection.waitFor((text) => text.endsWith('here'));
      return connection;
    },
    busy: async () => {
      const whole = once(server, 'whole');
      const connection = await give(`${HEAD}body`);
      await whole;
      const response = waiting.at(-1);
      return { ...connection, answer: () => void response?.end('done') };
    },
  };
}

const isOpen = ({ socket }: RawConnection): boolean => !socket.destroyed;
/** Its request is answered, which proves that everything before it has been processed. */
const asks = async (connection: RawConnection): Promise<void> => {
  connection.write(GET);
  await connection.waitFor((text) => text.endsWith('here'));
};

/** Something else is asked and answered meanwhile, so whatever was sent before has had time to be. */
const elsewhere = async (): Promise<void> => asks(await (await serve()).open());

describe('when all places are taken, room is made', () => {
  test.each([
    ['silent from the beginning', ''],
    ['in the middle of a head', 'GET / HT'],
    ['in the middle of a body', `${HEAD}bo`],
    ['with a body that does not begin', HEAD],
    ['in chunks that do not go on', CHUNKS],
  ])('by closing one that is %s, even if others have been idle longer between requests', async (_words, text) => {
    const watched = await serve();
    const idle = await watched.idle();
    const unfinished = await watched.with(text);
    const later = await watched.idle();
    await asks(await watched.open());
    expect(await unfinished.closed).toBe('');
    expect([idle, later].map(isOpen)).toEqual([true, true]);
  });

  test('by closing the one of them that has been unfinished longest', async () => {
    const watched = await serve();
    const [first, second, third] = [await watched.with(HEAD), await watched.open(), await watched.with(HEAD)];
    await asks(await watched.open());
    await first.closed;
    await asks(await watched.open());
    await second.closed;
    expect(isOpen(third)).toBe(true);
  });

  test('by closing one that has stopped reading its answer, never one that is owed another', async () => {
    const watched = await serve();
    const unread = await watched.with(LARGE);
    unread.socket.pause();
    const busy = [await watched.busy(), await watched.busy()];
    await asks(await watched.open());
    unread.socket.resume();
    expect((await unread.closed).length).toBeLessThan(LARGE_SIZE);
    expect(busy.map(isOpen)).toEqual([true, true]);
  });

  test('by closing a silent one before one that keeps sending', async () => {
    const watched = await serve();
    const slow = await watched.with(HEAD);
    const silent = await watched.with(HEAD);
    await watched.idle();
    const heard = once(watched.server, 'piece');
    slow.write('bo');
    await heard;
    await asks(await watched.open());
    await silent.closed;
    expect(isOpen(slow)).toBe(true);
  });

  test('then by closing the one idle longest between two requests', async () => {
    const watched = await serve();
    const [first, second, third] = [await watched.idle(), await watched.idle(), await watched.idle()];
    await asks(first);
    await asks(await watched.open());
    await second.closed;
    expect([first, third].map(isOpen)).toEqual([true, true]);
  });

  test('never by closing one whose request is complete: then the new one waits, unread, until one is answered', async () => {
    const watched = await serve();
    const busy = [await watched.busy(), await watched.busy(), await watched.busy()];
    const newcomer = await watched.open();
    newcomer.write(GET);
    await elsewhere();
    expect(newcomer.text()).toBe('');
    const [first] = busy;
    first?.answer();
    await newcomer.waitFor((text) => text.endsWith('here'));
    expect(await first?.closed).toMatch(/done$/);
    expect(busy.slice(1).map(isOpen)).toEqual([true, true]);
  });

  test('never by closing one that awaits its answer while its next request is unfinished; only once it is answered', async () => {
    const watched = await serve({ max: 1 });
    const busy = await watched.busy();
    const asked = once(watched.server, 'request');
    busy.write(HEAD);
    await asked;
    const newcomer = await watched.open();
    newcomer.write(GET);
    await elsewhere();
    expect(newcomer.text()).toBe('');
    busy.answer();
    expect(await busy.closed).toMatch(/done$/);
    await newcomer.waitFor((text) => text.endsWith('here'));
  });

  test('among those that wait for it by closing the one that has waited longest', async () => {
    const watched = await serve({ max: 32 });
    const busy = [];
    for (let count = 0; count < 32; count += 1) busy.push(await watched.busy());
    const waiting = [await watched.open(), await watched.open(), await watched.open()];
    expect(await waiting[0]?.closed).toBe('');
    for (const { write } of waiting.slice(1)) write(GET);
    for (const { answer } of busy.slice(0, 2)) answer();
    await Promise.all(waiting.slice(1).map(({ waitFor }) => waitFor((text) => text.endsWith('here'))));
  });

  test('while a sixteenth of the places stays reserved for newcomers: idle ones cannot make them close one another', async () => {
    const watched = await serve({ max: 32 });
    const idle = [];
    for (let count = 0; count < 32; count += 1) idle.push(await watched.idle());
    const newcomers = [await watched.open(), await watched.open()];
    await Promise.all([idle[0]?.closed, idle[1]?.closed]);
    for (const newcomer of newcomers) await asks(newcomer);
    expect(newcomers.map(isOpen)).toEqual([true, true]);
  });
});

describe('whoever is slower than a kilobyte a second', () => {
  test.each([
    ['sending a body', HEAD],
    ['sending it in chunks', CHUNKS],
    ['taking an answer', LARGE.replace('/large', '/stream')],
  ])('%s is cut off, and nobody who waits for an answer or between two requests', async (_what, text) => {
    const watched = await serve({ max: 10, looks: 50 });
    const idle = await watched.idle();
    const busy = await watched.busy();
    const slow = await watched.open();
    slow.socket.pause();
    const cut = new Promise((resolve) => watched.server.once('cut', resolve));
    slow.write(text);
    await cut;
    expect([idle, busy].map(isOpen)).toEqual([true, true]);
    busy.answer();
    await busy.waitFor((came) => came.includes('200 OK'));
  });

  test('is not somebody who keeps taking a long answer', async () => {
    const watched = await serve({ looks: 20 });
    const reading = await watched.open();
    reading.write(LARGE);
    await reading.waitFor((came) => came.length > LARGE_SIZE);
  });
});

test('never by closing one that carries no more requests', async () => {
  const watched = await serve({ max: 1 });
  watched.server.on('upgrade', (_request, socket) => {
    watched.connections.keep(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.once('data', () => socket.end('still here'));
  });
  const kept = await watched.open();
  kept.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await kept.waitFor((text) => text.includes('101'));
  const newcomer = await watched.open();
  newcomer.write(GET);
  await elsewhere();
  expect(newcomer.text()).toBe('');
  kept.write('hello');
  expect(await kept.closed).toMatch(/still here$/);
  await newcomer.waitFor((text) => text.endsWith('here'));
});

describe.skipIf(process.platform !== 'linux')('the limit per client', () => {
  const maxFrom = (): number => 2;

  test('is enforced by closing the client’s own connections: it is still served, and others keep theirs', async () => {
    const watched = await serve({ max: 100, maxFrom });
    const others = await watched.from('127.0.0.2');
    const unfinished = [];
    for (let count = 0; count < 20; count += 1) {
      unfinished.push(await watched.with(HEAD));
      if (count % 5 === 4) await asks(await watched.open());
    }
    await Promise.all(unfinished.slice(0, 18).map(({ closed }) => closed));
    await asks(others);
    expect(isOpen(others)).toBe(true);
  });

  test('lets a new connection wait while all of the client’s own await answers', async () => {
    const watched = await serve({ max: 100, maxFrom });
    const busy = [await watched.busy(), await watched.busy()];
    const newcomer = await watched.open();
    newcomer.write(GET);
    await asks(await watched.from('127.0.0.2'));
    expect(newcomer.text()).toBe('');
    for (const { answer } of busy) answer();
    await newcomer.waitFor((text) => text.endsWith('here'));
  });

  test('is forgotten with the client’s last connection', async () => {
    const watched = await serve({ max: 100, maxFrom });
    for (let count = 0; count < 10; count += 1) {
      const [one, two] = [await watched.open(), await watched.open()];
      await Promise.all([asks(one), asks(two)]);
      expect([one, two].map(isOpen)).toEqual([true, true]);
      one.destroy();
      two.destroy();
      await Promise.all([one.closed, two.closed]);
    }
  });
});

/** A server with so many places for encrypted connections, each of which asks as soon as it is open. */
async function serveSecurely(max: number, listener: RequestListener) {
  const server = createHttpsServer(certificate('trusted'), listener);
  watchConnections(server, { max, maxFrom: () => undefined, stopping: 200 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = () => {
    const socket = tlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => undefined);
    stops.push(() => socket.destroy());
    socket.write(GET);
    return socket;
  };
  return { server, port, ask };
}

test('encrypted connections are closed in the same order: stalled handshakes before idle ones', async () => {
  const { server, port, ask } = await serveSecurely(2, (_request, response) => response.end('here'));
  const answered = async () => {
    const socket = ask();
    const [came] = (await once(socket, 'data')) as [Buffer];
    expect(came.toString()).toContain('200 OK');
    return socket;
  };
  const idle = await answered();
  const gone = once(idle.resume(), 'close');
  const accepted = once(server, 'connection');
  const halfway = await openRawConnection(`http://127.0.0.1:${port}`);
  await accepted;
  halfway.write(Buffer.from([22, 3, 1]));
  const third = await answered();
  await halfway.closed;
  expect([idle.destroyed, third.destroyed]).toEqual([false, false]);
  await answered();
  await gone;
});

test('an encrypted connection, too, waits for a place, and its request is answered then', async () => {
  const held: ServerResponse[] = [];
  const { server, ask } = await serveSecurely(1, (_request, response) => {
    held.push(response);
    server.emit('held');
  });
  const hasAsked = once(server, 'held');
  const [first] = [ask(), await hasAsked];
  const second = ask();
  await once(second, 'secureConnect');
  await elsewhere();
  expect(held.length).toBe(1);
  const hasAskedToo = once(server, 'held');
  const isGone = once(first.resume(), 'close');
  held[0]?.end();
  await Promise.all([hasAskedToo, isGone]);
  expect(second.destroyed).toBe(false);
});

test('a connection that waits for a place does not delay the stop', async () => {
  const watched = await serve({ max: 1 });
  const busy = await watched.busy();
  const newcomer = await watched.open();
  watched.server.close();
  watched.connections.end();
  expect(await newcomer.closed).toBe('');
  expect(isOpen(busy)).toBe(true);
});

test.each([
  ['in the middle of a head', 'GET / HT'],
  ['in the middle of a body', `${HEAD}bo`],
  ['in chunks that do not go on', CHUNKS],
])('a request %s delays the stop for a moment only, and answers under way have longer', async (_what, text) => {
  const watched = await serve({ max: 10, stopping: 600_000, arriving: 100 });
  const busy = await watched.busy();
  const slow = await watched.with(text);
  const isClosed = once(watched.server, 'close');
  watched.server.close();
  watched.connections.end();
  expect(await slow.closed).toBe('');
  expect(isOpen(busy)).toBe(true);
  busy.answer();
  await busy.waitFor((came) => came.endsWith('done'));
  await isClosed;
});
