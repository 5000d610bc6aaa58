import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Caller,
  createCaller,
  failurePhrase,
  networkError,
  type OutgoingCall,
  readBeginning,
  readText,
} from './caller.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { toEnglish } from '#shared/locales/english.ts';

let caller: Caller;
let stops: (() => void)[];
beforeEach(() => {
  caller = createCaller();
  stops = [];
});
afterEach(() => {
  caller.stop();
  for (const stop of stops) stop();
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));
/** Answers each connection with these bytes, and leaves it open. */
const answerRaw = (bytes: string, then?: (socket: Socket) => void): Promise<string> =>
  listen(
    createPlainServer((socket) => {
      stops.push(() => socket.destroy());
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(bytes, () => then?.(socket)));
    }),
  );
const call = (address: string, more: Partial<OutgoingCall> = {}): Promise<IncomingMessage> =>
  caller.call({ method: 'POST', address, headers: {}, signal: AbortSignal.timeout(20_000), ...more });
const failureOf = async (address: string, more: Partial<OutgoingCall> = {}): Promise<DeliveryError> =>
  networkError(await call(address, more).catch((error: unknown) => error));

describe('a request', () => {
  test('is sent once all of it was handed to the network, whether or not an answer comes', async () => {
    const address = await serve(() => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    void call(address, { body: '{}', onSent: resolve }).catch(() => undefined);
    await expect(promise).resolves.toBeUndefined();
  });

  test.each([
    ['to a server that never begins TLS', 'https:', '{}'],
    ['whose body is not taken', 'http:', 'x'.repeat(64 * 1024 * 1024)],
  ])('%s is not', async (_what, protocol, body) => {
    const silent = createPlainServer((socket) => {
      socket.pause();
      stops.push(() => socket.destroy());
    });
    const { host } = new URL(await listen(silent));
    let isSent = false;
    const stop = new AbortController();
    const over = call(`${protocol}//${host}`, { body, signal: stop.signal, onSent: () => (isSent = true) });
    await once(silent, 'connection');
    stop.abort();
    await expect(over).rejects.toThrow();
    expect(isSent).toBe(false);
  });

  test.each([
    ['a text, with its length', '{"ä":1}', { 'content-length': '8' }, '{"ä":1}'],
    ['pieces, in chunks', [Buffer.from('{"ä"'), Buffer.from(':1}')], { 'transfer-encoding': 'chunked' }, '{"ä":1}'],
  ])('is %s', async (_what, body, framing, arrived) => {
    const address = await serve((request, response) => {
      void text(request).then((received) =>
        response.end(JSON.stringify({ headers: request.headers, method: request.method, url: request.url, received })),
      );
    });
    const answer = await call(`${address}/a/b?c=d`, { body, headers: { 'user-agent': 'Test' } });
    const { headers, ...rest } = JSON.parse((await readText(answer, 10_000)) ?? '') as { headers: object };
    expect(rest).toEqual({ method: 'POST', url: '/a/b?c=d', received: arrived });
    expect(headers).toEqual({ 'user-agent': 'Test', host: new URL(address).host, connection: 'close', ...framing });
  });

  test('contains no credentials from the address', async () => {
    const address = await serve((request, response) => response.end(request.headers.authorization ?? 'none'));
    const withNames = address.replace('http://', 'http://olga:secret@');
    expect(await readText(await call(withNames, { method: 'GET' }), 100)).toBe('none');
  });

  test('has its own connection', async () => {
    const sockets = new Set<Socket>();
    const address = await serve((request, response) => {
      sockets.add(request.socket);
      response.end();
    });
    for (let count = 0; count < 3; count += 1) await readText(await call(address), 10);
    expect(sockets.size).toBe(3);
  });
});

describe('an answer', () => {
  test('with a redirect is not followed', async () => {
    const address = await serve((_request, response) => response.writeHead(302, { location: '/there' }).end());
    const { statusCode, headers } = await call(address);
    expect([statusCode, headers.location]).toEqual([302, '/there']);
  });

  test('is available with its head, and its text without a byte order mark', async () => {
    const finish = Promise.withResolvers<void>();
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'X-Kept': 'as it is' });
      response.write('\uFEFFfirst ');
      void finish.promise.then(() => response.end('second'));
    });
    const answer = await call(address);
    expect(answer.rawHeaders.slice(0, 2)).toEqual(['X-Kept', 'as it is']);
    finish.resolve();
    expect(await readText(answer, 100)).toBe('first second');
  });

  test('is cut at the limit, and its connection closed', async () => {
    const address = await serve((request, response) => {
      stops.push(() => request.socket.destroy());
      response.write('x'.repeat(100_000));
      response.on('close', () => closed.resolve());
    });
    const closed = Promise.withResolvers<void>();
    const { bytes, end } = await readBeginning(await call(address), 10);
    expect([bytes.toString(), end]).toEqual(['x'.repeat(10), 'cut']);
    await closed.promise;
    expect(await readText(await call(address), 10)).toBeUndefined();
  });

  test.each([
    ['is no HTTP', 'hello\r\n\r\n', 'invalid_answer'],
    ['has a head without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n`, 'invalid_answer'],
    ['is none, the connection ends', '', 'unreachable'],
    [
      'changes to another protocol',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'unreachable',
    ],
  ])('that %s is a failure', async (_what, bytes, kind) => {
    const address = await answerRaw(bytes, (socket) => (bytes === '' ? socket.destroy() : undefined));
    expect(await failureOf(address)).toMatchObject({ kind });
  });

  test('that breaks off rejects, and the part received is available', async () => {
    const broken = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst';
    const address = await answerRaw(broken, (socket) => socket.end());
    await expect(readText(await call(address), 100)).rejects.toThrow('aborted');
    const { bytes, end } = await readBeginning(await call(address), 100);
    expect([bytes.toString(), end]).toEqual(['first', expect.any(Error)]);
  });
});

describe('a call ends', () => {
  test('on timeout: before the head, and while the answer is read', async () => {
    const silent = await answerRaw('');
    await expect(call(silent, { signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout');
    const half = await answerRaw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst');
    const over = new AbortController();
    const answer = await call(half, { signal: over.signal });
    answer.once('data', () => over.abort());
    await expect(readText(answer, 100)).rejects.toThrow('abort');
  });

  test('when the caller stops', async () => {
    const address = await answerRaw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n');
    const reading = readBeginning(await call(address), 100);
    caller.stop();
    expect((await reading).end).toBeInstanceOf(Error);
  });

  test('at once if nothing listens there or the address is invalid', async () => {
    const address = await serve(() => undefined);
    for (const stop of stops.splice(0)) stop();
    expect(await failureOf(address)).toEqual({ kind: 'unreachable', message: 'ECONNREFUSED' });
    expect(toEnglish(failurePhrase(await failureOf(address)))).toBe(
      'Nothing answers at this address: is the program there running?',
    );
    expect(await failureOf('no address')).toMatchObject({ kind: 'unreachable' });
    expect(await failureOf(address, { headers: { 'x-a': 'a\nb' } })).toMatchObject({ kind: 'unreachable' });
  });
});
