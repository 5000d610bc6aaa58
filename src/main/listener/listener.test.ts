import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { connect as tlsConnect } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { createNonces } from '#main/exposure/reach.ts';
import { systemClock } from '#main/clock/clock.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { httpRequest } from '../../../test/fixtures/http-request.ts';
import { openRawConnection } from '../../../test/fixtures/raw-connection.ts';
import { startListenerOnItsOwn, type ListenerOnItsOwn } from '../../../test/fixtures/listener-on-its-own.ts';

let listener: ListenerOnItsOwn;

afterEach(() => listener.stop());

const TRUSTED = pair('trusted');
const STRANGER = pair('stranger');
const HELLO = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'hello' } });
const LOOPBACK = { host: '127.0.0.1', port: 0, trustedProxies: [] };

function pair(name: 'trusted' | 'stranger') {
  const { cert, key } = certificate(name);
  return { certificate: cert, key };
}

const post = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  httpRequest(`${url}${listener.path}`, { method: 'POST', headers, body: HELLO });

describe('besides the interfaces it serves', () => {
  test('a plain page that reveals nothing about the setup and grants no access', async () => {
    listener = await startListenerOnItsOwn();
    const page = await httpRequest(`${listener.url}/`);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(page.body).not.toMatch(/counterbell|fastify|node|shop|secret|channel|bot/i);
    expect(Object.values(page.headers).join()).not.toMatch(/counterbell|fastify|node/i);
  });

  test('health for monitors: 200 and ok', async () => {
    listener = await startListenerOnItsOwn();
    const good = await httpRequest(`${listener.url}/health`);
    expect([good.status, good.json(), good.headers['cache-control']]).toEqual([200, { status: 'ok' }, 'no-store']);
  });

  test('health: 503 while nothing can be stored', async () => {
    listener = await startListenerOnItsOwn();
    listener.setWritable(false);
    const bad = await httpRequest(`${listener.url}/health`);
    expect([bad.status, bad.json()]).toEqual([503, { status: 'failing' }]);
  });

  test.each(['/', '/health'])('HEAD of %s has the same headers and no body; other methods are 405', async (path) => {
    listener = await startListenerOnItsOwn();
    const [get, head] = [
      await httpRequest(`${listener.url}${path}`),
      await httpRequest(`${listener.url}${path}`, { method: 'HEAD' }),
    ];
    expect([head.status, head.body, head.headers['content-type']]).toEqual([200, '', get.headers['content-type']]);
    const posted = await httpRequest(`${listener.url}${path}`, { method: 'POST', body: HELLO });
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test('a nonce is answered if it was made with its key; any other is an ordinary 404', async () => {
    listener = await startListenerOnItsOwn();
    const unknown = await httpRequest(`${listener.url}/nowhere/at-all`);
    const { nonce, answer } = listener.makeNonce();
    const found = await httpRequest(`${listener.url}/reach/${nonce}`);
    expect([found.status, found.body, found.headers['cache-control']]).toEqual([200, answer, 'no-store']);
    for (const name of ['nonce-2', `${nonce}x`, `x${nonce}`, createNonces(Buffer.alloc(32, 1)).make().nonce]) {
      const other = await httpRequest(`${listener.url}/reach/${name}`);
      expect([other.status, other.body]).toEqual([404, unknown.body]);
    }
  });
});

describe('additional servers', () => {
  test('lead to the same routes, over HTTP and HTTPS', async () => {
    listener = await startListenerOnItsOwn();
    const plain = await listener.open(LOOPBACK);
    const secure = await listener.open({ ...LOOPBACK, certificate: TRUSTED });
    expect((await post(`http://127.0.0.1:${plain.port}`)).status).toBe(200);
    expect(await getSecurely(secure.port, TRUSTED.certificate, '/health')).toEqual({
      status: 200,
      body: '{"status":"ok"}',
    });
    expect((await post(listener.url)).status).toBe(200);
    expect(listener.received).toHaveLength(2);
  });

  test('a stopped one answers open requests and then closes; the others stay', async () => {
    listener = await startListenerOnItsOwn();
    const server = await listener.open(LOOPBACK);
    const url = `http://127.0.0.1:${server.port}`;
    let accept = (): void => undefined;
    const begun = new Promise<void>((begin) => {
      listener.acceptAfter(() => {
        begin();
        return new Promise((resolve) => (accept = resolve));
      });
    });
    const answered = post(url);
    await begun;
    const stopped = server.stop();
    accept();
    expect((await answered).status).toBe(200);
    await stopped;
    await expect(httpRequest(`${url}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await httpRequest(`${listener.url}/`)).status).toBe(200);
  });

  test('a new certificate is used from then on; open connections stay open', async () => {
    listener = await startListenerOnItsOwn();
    const server = await listener.open({ ...LOOPBACK, certificate: STRANGER });
    const before = tlsConnect({
      port: server.port,
      host: '127.0.0.1',
      ca: STRANGER.certificate,
      servername: 'localhost',
      checkServerIdentity: () => undefined,
    });
    await once(before, 'secureConnect');
    server.renew(TRUSTED);
    expect((await getSecurely(server.port, TRUSTED.certificate, '/health')).status).toBe(200);
    await expect(getSecurely(server.port, STRANGER.certificate, '/health')).rejects.toThrow();
    before.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const [first] = (await once(before, 'data')) as [Buffer];
    expect(first.toString()).toContain('HTTP/1.1 200 OK');
    before.destroy();
  });

  test('connections that never send and handshakes that never finish do not delay the stop', async () => {
    listener = await startListenerOnItsOwn();
    const server = await listener.open({ ...LOOPBACK, certificate: TRUSTED });
    const silent = await openRawConnection(`http://127.0.0.1:${server.port}`);
    const halfway = await openRawConnection(`http://127.0.0.1:${server.port}`);
    halfway.write(Buffer.from([22, 3, 1]));
    const secured = tlsConnect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }).on(
      'error',
      () => undefined,
    );
    await once(secured, 'secureConnect');
    const gone = once(secured.resume(), 'close');
    await server.stop();
    expect(await Promise.all([silent.closed, halfway.closed])).toEqual(['', '']);
    await gone;
  });

  test('a client that sends a request in pieces forever does not delay the stop', async () => {
    listener = await startListenerOnItsOwn({ stopping: 200 });
    const server = await listener.open(LOOPBACK);
    const urls = [`http://127.0.0.1:${server.port}`, listener.url];
    const slow = await Promise.all(urls.map((url) => openRawConnection(url)));
    for (const connection of slow)
      connection.write('POST /secret/shop HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{');
    const dripping = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write(' ')), 20);
    await Promise.all(urls.map((url) => httpRequest(`${url}/health`)));
    await listener.stop();
    clearInterval(dripping);
    expect(await Promise.all(slow.map(({ closed }) => closed))).toEqual(['', '']);
  });
});

describe('client addresses', () => {
  const from = (): unknown => listener.journal.at(-1)?.from;
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 192.0.2.1' };

  test('no forwarding header is trusted by default, on any server', async () => {
    listener = await startListenerOnItsOwn();
    const server = await listener.open(LOOPBACK);
    await post(listener.url, forwarded);
    expect(from()).toBe('127.0.0.1');
    await post(`http://127.0.0.1:${server.port}`, forwarded);
    expect(from()).toBe('127.0.0.1');
  });

  test('each server trusts only its own proxies', async () => {
    listener = await startListenerOnItsOwn();
    const server = await listener.open({ ...LOOPBACK, trustedProxies: ['127.0.0.1'] });
    await post(`http://127.0.0.1:${server.port}`, forwarded);
    expect(from()).toBe('192.0.2.1');
    await post(listener.url, forwarded);
    expect(from()).toBe('127.0.0.1');
    listener.trust(['127.0.0.0/8']);
    await post(listener.url, forwarded);
    expect(from()).toBe('192.0.2.1');
    listener.trust([]);
    await post(listener.url, forwarded);
    expect(from()).toBe('127.0.0.1');
  });
});

describe('limits', () => {
  const TINY = { perAddress: 1, perChannel: 0 };
  const many = (amount: number, ask: () => Promise<{ readonly status: number }>) =>
    Promise.all(Array.from({ length: amount }, async () => (await ask()).status));
  const count = (statuses: readonly number[], wanted: number): number =>
    statuses.filter((status) => status === wanted).length;

  test('nothing is counted until limits are set, nor after they are removed', async () => {
    listener = await startListenerOnItsOwn();
    expect(count(await many(40, () => post(listener.url)), 200)).toBe(40);
    listener.limit(TINY, true);
    expect(count(await many(40, () => post(listener.url)), 429)).toBeGreaterThan(20);
    listener.limit(TINY, false);
    expect(count(await many(40, () => post(listener.url)), 200)).toBe(40);
  });

  test('429 has the form of the interface and says when to retry; other addresses are admitted', async () => {
    listener = await startListenerOnItsOwn();
    listener.trust(['127.0.0.1']);
    listener.limit(TINY, true);
    const flood = { 'x-forwarded-for': '192.0.2.1' };
    await many(12, () => post(listener.url, flood));
    const refused = await post(listener.url, flood);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(refused.headers['content-type']).toMatch(/^application\/json/);
    expect(refused.json()).toEqual({
      error: { code: 'too_many_requests', message: 'Too many requests. Send it again later.' },
    });
    expect((await post(listener.url, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(200);
  });

  test('an overloaded channel is closed for a moment, whoever writes', async () => {
    listener = await startListenerOnItsOwn();
    listener.trust(['127.0.0.1']);
    listener.limit({ perAddress: 0, perChannel: 1 }, true);
    let sender = 0;
    const statuses = await many(40, () => post(listener.url, { 'x-forwarded-for': `192.0.2.${(sender += 1)}` }));
    expect(count(statuses, 200)).toBeLessThanOrEqual(16);
    expect(count(statuses, 200) + count(statuses, 429)).toBe(40);
    expect(listener.received).toHaveLength(count(statuses, 200));
  });

  test.each([
    ['channels', 'POST', (random: number) => `/guess-${random}/shop`],
    ['files', 'GET', (random: number) => `/files/guess-${random}/lamp.jpg`],
  ])('a client that guesses addresses of %s is refused before the guess is looked up', async (_what, method, path) => {
    // However slow this computer is: all of them come within a moment.
    const site = { channels: { ofKindAt: () => undefined } };
    listener = await startListenerOnItsOwn({}, '127.0.0.1', site, { ...systemClock, monotonic: () => 0 });
    listener.limit({ perAddress: 300, perChannel: 200 }, true);
    const guess = () =>
      httpRequest(listener.url + path(Math.random()), { method, ...(method === 'POST' && { body: HELLO }) });
    for (let round = 0; round < 5; round += 1) await many(30, guess);
    const statuses = await many(200, guess);
    expect(count(statuses, 429)).toBeGreaterThan(100);
    expect(new Set([...statuses, 404, 429])).toEqual(new Set([404, 429]));
  });

  test('one address has a limit of connections and only loses its own; a trusted proxy has no limit', async () => {
    listener = await startListenerOnItsOwn({ connectionsPerClient: 3 });
    const ask = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
    const openFrom = async (address: string) => {
      const connection = await openRawConnection(listener.url, address);
      connection.write(ask);
      await connection.waitFor((text) => text.includes('200 OK'));
      return connection;
    };
    const other = await openFrom('127.0.0.3');
    listener.limit({ perAddress: 300, perChannel: 200 }, true);
    const open = [];
    for (let each = 0; each < 4; each += 1) open.push(await openFrom('127.0.0.2'));
    expect(await open[0]?.closed).toContain('200 OK');
    listener.trust(['127.0.0.2']);
    open.push(await openFrom('127.0.0.2'), await openFrom('127.0.0.2'));
    for (const { write } of [other, ...open.slice(1)]) write(ask);
    await Promise.all(
      [other, ...open.slice(1)].map(({ waitFor }) => waitFor((text) => text.match(/200 OK/g)?.length === 2)),
    );
    for (const { destroy } of [other, ...open]) destroy();
  });
});

describe('a server with all its connections in use', () => {
  const ask = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';

  test('closes the longest idle one and accepts the new one', async () => {
    listener = await startListenerOnItsOwn({ connections: 3 });
    const first = await openRawConnection(listener.url);
    const second = await openRawConnection(listener.url);
    const third = await openRawConnection(listener.url);
    for (const { write, waitFor } of [first, second, third]) {
      write(ask);
      await waitFor((text) => text.includes('{"status":"ok"}'));
    }
    first.write(ask);
    await first.waitFor((text) => text.match(/200 OK/g)?.length === 2);
    const fourth = await openRawConnection(listener.url);
    fourth.write(ask);
    await fourth.waitFor((text) => text.includes('200 OK'));
    expect(await second.closed).toContain('200 OK');
    expect([first, third, fourth].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
    for (const { destroy } of [first, third, fourth]) destroy();
  });

  test('counts encrypted ones too, until they are closed', async () => {
    listener = await startListenerOnItsOwn({ connections: 2, connectionsPerClient: 2 });
    listener.limit({ perAddress: 300, perChannel: 200 }, true);
    const server = await listener.open({ ...LOOPBACK, certificate: TRUSTED });
    for (let round = 0; round < 4; round += 1) {
      const asked = await Promise.all([1, 2].map(() => getSecurely(server.port, TRUSTED.certificate, '/health')));
      expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    }
    const open = [1, 2, 3].map(() => tlsConnect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }));
    const ends = await Promise.all(
      open.map((socket) =>
        once(socket, 'secureConnect').then(
          () => 'open',
          () => 'refused',
        ),
      ),
    );
    expect(ends.filter((end) => end === 'open')).toHaveLength(2);
    for (const socket of open) socket.destroy();
  });
});

function getSecurely(
  port: number,
  ca: string,
  path: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const asked = httpsRequest(
      { host: '127.0.0.1', port, path, ca, servername: 'localhost', agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        response.once('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}
