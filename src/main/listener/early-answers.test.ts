import { METHODS } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { httpRequest } from '../../../test/fixtures/http-request.ts';
import { openRawConnection, type RawConnection } from '../../../test/fixtures/raw-connection.ts';
import { startListenerOnItsOwn, type ListenerOnItsOwn } from '../../../test/fixtures/listener-on-its-own.ts';

let listener: ListenerOnItsOwn;
beforeEach(async () => {
  listener = await startListenerOnItsOwn();
});
afterEach(() => listener.stop());

const CHANNEL = '/secret/shop';
const HELLO = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'hello' } });

async function send(text: string): Promise<RawConnection> {
  const connection = await openRawConnection(listener.url);
  connection.write(text);
  return connection;
}

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
const headerOf = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1];
const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
/** The error of an answer in the form that both interfaces promise. */
function codeOf(text: string): unknown {
  expect(headerOf(text, 'content-type')).toMatch(/^application\/json(;|$)/);
  const { error } = JSON.parse(bodyOf(text)) as {
    readonly error: { readonly code: unknown; readonly message: unknown };
  };
  expect(error.message).toMatch(/\w/);
  return error.code;
}

const PROMISES = [
  ['a length', 'Content-Length: 10\r\n'],
  ['chunks', 'Transfer-Encoding: chunked\r\n'],
  ['a length, and to wait for leave', 'Content-Length: 10\r\nExpect: 100-continue\r\n'],
] as const;

/** All requests that are answered without a body. */
const ANSWERS = [
  ['GET', '/', 200, undefined],
  ['GET', '/health', 200, undefined],
  ['GET', '/ready', 200, undefined],
  ['GET', `${CHANNEL}/status`, 200, undefined],
  ['POST', '/', 405, 'GET, HEAD'],
  ['POST', '/health', 405, 'GET, HEAD'],
  ['PUT', '/', 405, 'GET, HEAD'],
  ['QUERY', '/health', 405, 'GET, HEAD'],
  ['POST', '/reach/nonce', 404, undefined],
  ['POST', '/nothing', 404, undefined],
  ['POST', '/nothing/there', 404, undefined],
  ['POST', '/nothing/there/at/all', 404, undefined],
  ['POST', '/%zz/shop', 404, undefined],
  ['POST', `/${'x'.repeat(600)}/shop`, 404, undefined],
  ['POST', '/secret/other', 404, undefined],
  ['QUERY', '/other/shop', 404, undefined],
  ['PUT', CHANNEL, 405, 'POST'],
  ['QUERY', CHANNEL, 405, 'POST'],
  ['POST', `${CHANNEL}/status`, 405, 'GET'],
  ['POST', '/webhooks/provider/token', 401, undefined],
  ['PUT', '/webhooks/provider/token', 401, undefined],
  ['QUERY', '/webhooks/provider/token', 401, undefined],
  ['POST', '/webhooks/provider/', 404, undefined],
  ['POST', '/files/token/lamp.jpg', 405, 'GET, HEAD'],
  ['GET', '/files/token/lamp.jpg', 404, undefined],
  ['POST', '/rating/unknown', 404, undefined],
  ['PUT', '/rating/unknown', 405, 'GET, POST'],
  ['GET', '/rating/unknown', 404, undefined],
] as const;

describe.each(PROMISES)('a body announced with %s that never arrives is not waited for', (_words, promise) => {
  test.each(ANSWERS)('%s %s: %d', async (method, path, status, allow) => {
    const text = await (await send(`${method} ${path} HTTP/1.1\r\nHost: a\r\n${promise}\r\n`)).closed;
    expect([statusOf(text), headerOf(text, 'allow'), headerOf(text, 'connection')]).toEqual([status, allow, 'close']);
    if (status === 200 || path.startsWith('/rating/')) expect(bodyOf(text)).not.toBe('');
    else codeOf(text);
  });

  test('417, 413, 415: not waited for either', async () => {
    const ask = async (fields: string) =>
      statusOf(await (await send(`POST ${CHANNEL} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`)).closed);
    expect(await ask(`${promise.replace(/Expect.*\r\n/, '')}Expect: the-best\r\n`)).toBe(417);
    expect(await ask(`${promise}Content-Encoding: gzip\r\n`)).toBe(415);
    expect(await ask('Content-Length: 300000\r\n')).toBe(413);
  });
});

describe('an answer sent before the body', () => {
  test('reaches a client that sends its body first, and the connection ends when the body is in', async () => {
    const connection = await send(
      `POST /nothing/there HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`,
    );
    await connection.waitFor((text) => text.includes('not_found'));
    connection.write('x'.repeat(100_000));
    expect(statusOf(await connection.closed)).toBe(404);
    expect(connection.socket.errored).toBe(null);
  });

  test('does not read the rest of a long body', async () => {
    const connection = await send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
    const piece = Buffer.alloc(64 * 1024);
    let sent = 0;
    const go = (): void => {
      while (!connection.socket.destroyed && connection.socket.writable) {
        sent += piece.length;
        if (!connection.socket.write(piece)) return void connection.socket.once('drain', go);
      }
    };
    go();
    expect(statusOf(await connection.closed)).toBe(405);
    // The rest is still in the system's buffers.
    expect(sent).toBeLessThan(50_000_000);
  });

  test('leaves the connection open if the body came with it', async () => {
    const connection = await send(
      `POST /nothing/there HTTP/1.1\r\nHost: a\r\nContent-Length: ${HELLO.length}\r\n\r\n${HELLO}`,
    );
    await connection.waitFor((text) => text.includes('not_found'));
    connection.write(`POST ${CHANNEL} HTTP/1.1\r\nHost: a\r\nContent-Length: ${HELLO.length}\r\n\r\n${HELLO}`);
    await connection.waitFor((text) => text.includes('{"result":"ok"}'));
    connection.destroy();
  });

  test('is recorded like any other', async () => {
    for (const path of ['/nothing', '/%zz', CHANNEL, '/rating/unknown'])
      await (
        await send(`PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n`)
      ).closed;
    expect(listener.journal.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'unknown address 404',
      'unknown address 404',
      'message 405',
      'rating 405',
    ]);
  });
});

test('a client that waits for 100 Continue gets it, and then its answer', async () => {
  const connection = await send(
    `POST ${CHANNEL} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${HELLO.length}\r\n\r\n`,
  );
  await connection.waitFor((text) => text.includes('100 Continue'));
  connection.write(HELLO);
  expect(await connection.closed).toContain('200 OK');
});

describe('methods', () => {
  const METHODS_OF = [
    ['/', ['GET', 'HEAD'], 405],
    ['/health', ['GET', 'HEAD'], 405],
    [CHANNEL, ['POST'], 405],
    [`${CHANNEL}/status`, ['GET'], 405],
    ['/rating/unknown', ['GET', 'POST'], 405],
    ['/files/token/lamp.jpg', ['GET', 'HEAD'], 405],
    ['/webhooks/provider/token', [], 401],
    ['/nothing/there', [], 404],
    ['/nothing', [], 404],
  ] as const;

  test.each(METHODS_OF)('%s: all unanswered methods get 405, unknown ones too', async (path, own, status) => {
    const others = [...METHODS, 'FOO', 'BREW', 'X-A'].filter((method) => !own.some((each) => each === method));
    const answers = await Promise.all(
      others.map(
        async (method) => (await send(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).closed,
      ),
    );
    expect(answers.map((text, index) => `${others[index]} ${statusOf(text)}`)).toEqual(
      others.map((method) => `${method} ${status}`),
    );
    expect(new Set(answers.map((text) => headerOf(text, 'allow')))).toEqual(
      new Set([status === 405 ? own.join(', ') : undefined]),
    );
  });

  test.each(['foo / HTTP/1.1', 'FOO  / HTTP/1.1', 'FOO / HTTP/2.0', `FOO /${'x'.repeat(5000)} HTTP/1.1`, '\0\0\0'])(
    '%j is not a request: 400',
    async (line) => {
      const text = await (await send(`${line}\r\nHost: a\r\n\r\n`)).closed;
      expect([statusOf(text), codeOf(text)]).toEqual([400, 'invalid_request']);
    },
  );

  test('an unknown one, after a complete request', async () => {
    const connection = await send('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    await connection.waitFor((text) => text.includes('"ok"'));
    connection.write('FOO /health HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await connection.closed).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 405']);
  });
});

test.each(['http://a/health#x', 'http:///health', 'http://[/health', 'http://a:99999/health', 'http://a/%zz#x'])(
  '%s is not a known address: 404',
  async (address) => {
    const text = await (await send(`GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).closed;
    expect([statusOf(text), codeOf(text)]).toEqual([404, 'not_found']);
    expect(listener.journal.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['unknown address 404']);
  },
);

describe('a request without a route counts like any other', () => {
  const TINY = { perAddress: 1, perChannel: 0 };
  const SHAPES = [
    [
      'an expectation',
      `POST ${CHANNEL} HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nContent-Length: 10\r\n\r\n`,
      417,
      'expectation_failed',
    ],
    ['no Host', `POST ${CHANNEL} HTTP/1.1\r\nContent-Length: 10\r\n\r\n`, 400, 'invalid_request'],
    [
      'a method of HTTP',
      `QUERY ${CHANNEL} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n`,
      405,
      'method_not_allowed',
    ],
    [
      'a method that nobody knows',
      `FOO ${CHANNEL} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n`,
      405,
      'method_not_allowed',
    ],
    ['a tunnel to somewhere else', `CONNECT other.example:443 HTTP/1.1\r\nHost: a\r\n\r\n`, 404, 'not_found'],
    ['a path that is none', 'POST /%zz HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n', 404, 'not_found'],
    ['no HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
    [
      'a form for a page that there is not',
      'QUERY /rating/unknown HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      405,
      undefined,
    ],
  ] as const;

  test.each(SHAPES)('%s', async (_words, text, status, code) => {
    listener.limit(TINY, true);
    const answers = await Promise.all(Array.from({ length: 30 }, async () => (await send(text)).closed));
    const refused = answers.filter((answer) => statusOf(answer) === 429);
    const others = answers.filter((answer) => !refused.includes(answer));
    expect(refused.length).toBeGreaterThanOrEqual(15);
    expect(new Set(others.map(statusOf))).toEqual(new Set([status]));
    for (const answer of refused)
      expect([codeOf(answer), headerOf(answer, 'retry-after')]).toEqual(['too_many_requests', '1']);
    if (code !== undefined) expect(new Set(others.map(codeOf))).toEqual(new Set([code]));
    expect((await httpRequest(`${listener.url}${CHANNEL}`, { method: 'POST', body: HELLO })).status).toBe(429);
  });

  test('guessing with an unknown method is refused like any guessing', async () => {
    listener.limit({ perAddress: 0, perChannel: 0 }, true);
    const answers = await Promise.all(
      Array.from(
        { length: 150 },
        async (_, index) => (await send(`FOO /guess-${index}/shop HTTP/1.1\r\nHost: a\r\n\r\n`)).closed,
      ),
    );
    expect(new Set(answers.map(statusOf))).toEqual(new Set([404, 429]));
  });
});
