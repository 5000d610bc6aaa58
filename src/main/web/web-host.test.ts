import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { type Clock, systemClock } from '#main/clock/clock.ts';
import { createFakeEngine, OLGA, type FakeEngine } from '../../../test/fixtures/fake-engine.ts';
import { MAX_OPEN } from './refusal.ts';
import { makeWebFolder } from '../../../test/fixtures/web-folder.ts';
import { startWebHost, type WebHost } from './web-host.ts';
import { foreignText } from '#shared/locales/phrase.ts';

const DAY = 86_400_000;

describe('web host', () => {
  let folder: string;
  let engine: FakeEngine;
  let host: WebHost;
  let wall: number;
  let monotonic: number;
  const clock: Clock = { ...systemClock, wall: () => wall, monotonic: () => monotonic };

  const start = async (): Promise<WebHost> =>
    startWebHost({
      engine,
      vault: await createKeyFileVault({ folder }),
      clock,
      log: pino({ level: 'silent' }),
      renderer: join(folder, 'renderer'),
      address: { host: '127.0.0.1', port: 0 },
      consoleHosts: ['desk.example'],
    });

  beforeEach(async () => {
    wall = 1_000_000;
    monotonic = 1_000;
    folder = makeWebFolder();
    engine = createFakeEngine(clock);
    host = await start();
  });
  afterEach(async () => {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(host.url + path, { headers, redirect: 'manual' });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(host.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const bearer = (key: string = OLGA.accessKey) => ({ authorization: `Bearer ${key}` });
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const signedIn = async () => ({ cookie: cookieOf(await post('/session', { accessKey: OLGA.accessKey })) });
  const me = (headers: Record<string, string>) => post('/rpc/operators.me', {}, headers);
  const follow = async (key: string, headers: Record<string, string> = {}) => ({
    cookie: cookieOf(await get(`/?key=${encodeURIComponent(key)}`, headers)),
  });
  /** fetch sets Host itself, so this uses the lower level */
  const statusUnder = async (hostHeader: string): Promise<number> => {
    const asked = request(host.url, { headers: { host: hostHeader } }).end();
    const [answer] = await once(asked, 'response');
    answer.resume();
    return answer.statusCode;
  };

  describe('pages', () => {
    test('serves the index uncached and hashed assets with a permanent cache', async () => {
      const index = await get('/');
      expect(await index.text()).toContain('<title>Counterbell</title>');
      expect(index.headers.get('cache-control')).toBe('no-cache');
      const asset = await get('/assets/index-abc.js');
      expect(asset.headers.get('content-type')).toContain('javascript');
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    });

    test.each(['/', '/assets/index-abc.js', '/nowhere'])('protects %s with security headers', async (path) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(`ws://${new URL(host.url).host}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    });

    test('answers an unknown address in the error format', async () => {
      const response = await get('/nowhere');
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ ok: false, error: { code: 'not_found' } });
    });

    test('serves nothing outside the renderer', async () => {
      const asked = request(host.url, { path: '/assets/..%2f..%2fvault.key' }).end();
      const [answer] = await once(asked, 'response');
      answer.resume();
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    });
  });

  describe('sign-in', () => {
    test('by link sets a strict cookie and removes the key from the address', async () => {
      const response = await get(`/?key=${OLGA.accessKey}`);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe('/');
      const cookie = response.headers.getSetCookie()[0] ?? '';
      expect(cookie).toMatch(/^counterbell_12345678=/);
      expect(cookie).toContain('HttpOnly');
      expect(cookie).toContain('SameSite=Strict');
      expect(cookie).toContain('Path=/');
      expect(cookie).not.toContain('Secure');
      expect(cookie).not.toContain(OLGA.accessKey);
    });

    test('by link answers the page’s first request and sets the session', async () => {
      const first = await me(await follow(OLGA.accessKey));
      expect(first.status).toBe(200);
      const session = { cookie: cookieOf(first) };
      wall += DAY - 1;
      expect((await me(session)).headers.getSetCookie()).toEqual([]);
    });

    test('by link is possible for a minute', async () => {
      const followed = await follow(OLGA.accessKey);
      wall += 60_000;
      expect((await me(followed)).status).toBe(401);
      const ahead = await follow(OLGA.accessKey);
      wall -= 10 * DAY;
      expect((await me(ahead)).status).toBe(401);
    });

    test('by a wrong link is answered like a right one, and then asks for the key', async () => {
      const [right, wrong] = await Promise.all([
        get(`/?key=${OLGA.accessKey}`),
        get(`/?key=${OLGA.accessKey.replace('o', 'x')}`),
      ]);
      const shape = (response: Response) => [
        response.status,
        ...[...response.headers]
          .filter(([name]) => name !== 'date')
          .map(([name, value]) => [
            name,
            name === 'set-cookie' ? value.replace(/=link\.[\w-]+/, (sealed) => `=${sealed.length}`) : value,
          ]),
      ];
      expect(shape(wrong)).toEqual(shape(right));
      expect((await me({ cookie: cookieOf(wrong) })).status).toBe(401);
    });

    test('by a link whose key was changed on the way is refused', async () => {
      const { cookie } = await follow(OLGA.accessKey);
      for (const changed of [
        `${cookie.slice(0, -3)}AAA`,
        cookie.slice(0, 30),
        'counterbell_12345678=link.',
        'counterbell_12345678=link',
      ]) {
        expect((await me({ cookie: changed })).status).toBe(401);
      }
    });

    test.each(['cross-site', 'same-site'])(
      'by a link that another page (%s) loads is refused and not counted',
      async (site) => {
        for (let attempt = 0; attempt < 30; attempt += 1) {
          const loaded = await get('/?key=wrong', { 'sec-fetch-site': site });
          expect([loaded.status, loaded.headers.getSetCookie()]).toEqual([303, []]);
        }
        expect((await get(`/?key=${OLGA.accessKey}`, { 'sec-fetch-site': site })).headers.getSetCookie()).toEqual([]);
        expect((await post('/session', { accessKey: 'wrong' })).status).toBe(401);
      },
    );

    test('by a link that a person clicks on another page works', async () => {
      const clicked = {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        'sec-fetch-user': '?1',
      };
      expect((await me(await follow(OLGA.accessKey, clicked))).status).toBe(200);
    });

    test('does not count followed links; a wrong one is one try, however much its page requests', async () => {
      for (let attempt = 0; attempt < 30; attempt += 1) await get('/?key=wrong');
      const followed = await follow('wrong');
      for (let asked = 0; asked < 30; asked += 1) expect((await me(followed)).status).toBe(401);
      for (let attempt = 0; attempt < 9; attempt += 1) expect((await me(bearer('wrong'))).status).toBe(401);
      expect((await me(bearer('wrong'))).status).toBe(429);
    });

    test('by an outdated link signs nobody out', async () => {
      const session = await signedIn();
      const answered = await me(await follow('a former key of hers', session));
      expect(answered.status).toBe(200);
      expect((await me({ cookie: cookieOf(answered) })).status).toBe(200);
      const twice = await follow('another former key', await follow('a former key of hers', session));
      expect((await me(twice)).status).toBe(200);
    });

    test('by a wrong key is refused, in the error format', async () => {
      const wrong = await post('/session', { accessKey: 'wrong' });
      expect([wrong.status, await wrong.json()]).toMatchObject([401, { ok: false, error: { code: 'not_signed_in' } }]);
    });

    test.each(['', '[]', '{', '{"accessKey":5}'])('refuses the body %j', async (body) => {
      expect((await post('/session', body)).status).toBe(400);
    });

    test('marks the cookie secure behind an HTTPS proxy', async () => {
      const response = await get(`/?key=${OLGA.accessKey}`, { 'x-forwarded-proto': 'https' });
      expect(response.headers.getSetCookie()[0]).toContain('Secure');
    });

    test('ends with sign-out', async () => {
      const response = await post('/sign-out', {}, await signedIn());
      expect(response.headers.getSetCookie()[0]).toMatch(
        /^counterbell_12345678=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/,
      );
    });

    const tries = {
      'by form': (key: string, from: Record<string, string> = {}) => post('/session', { accessKey: key }, from),
      'by Bearer': (key: string, from: Record<string, string> = {}) => me({ ...bearer(key), ...from }),
      'by link': async (key: string, from: Record<string, string> = {}) =>
        me({ ...(await follow(key, from)), ...from }),
    };
    test.each(Object.entries(tries))(
      '%s: after ten wrong keys an address has to wait a minute before more wrong ones; the right one is accepted',
      async (_way, attempt) => {
        for (let count = 0; count < 10; count += 1) expect((await attempt(`wrong-${count}`)).status).toBe(401);
        const refused = await attempt('wrong');
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
        for (const right of Object.values(tries)) expect((await right(OLGA.accessKey)).status).toBe(200);
        expect((await attempt('wrong')).status).toBe(429);
        monotonic += 60_000;
        expect((await attempt('wrong')).status).toBe(401);
      },
    );

    test('counts tries for the client that a trusted proxy names, and for the proxy if it is not trusted', async () => {
      const from = (address: string) => ({ 'x-forwarded-for': address });
      for (let count = 0; count < 11; count += 1) await tries['by form']('wrong', from('192.0.2.1'));
      expect((await tries['by form']('wrong', from('192.0.2.2'))).status).toBe(429);
      engine.trustedProxies = ['127.0.0.1'];
      for (let count = 0; count < 10; count += 1) await tries['by form']('wrong', from('192.0.2.3'));
      expect((await tries['by form']('wrong', from('192.0.2.3'))).status).toBe(429);
      expect((await tries['by form']('wrong', from('192.0.2.4'))).status).toBe(401);
      expect((await tries['by form'](OLGA.accessKey, from('192.0.2.3'))).status).toBe(200);
    });
  });

  describe('session', () => {
    test('survives a restart', async () => {
      const session = await signedIn();
      await host.stop();
      host = await start();
      expect((await me(session)).status).toBe(200);
    });

    test('ends after thirty days without a visit', async () => {
      const session = await signedIn();
      wall += 30 * DAY;
      expect((await me(session)).status).toBe(401);
    });

    test('is renewed by a visit on another day', async () => {
      const session = await signedIn();
      expect((await me(session)).headers.getSetCookie()).toEqual([]);
      wall += 29 * DAY;
      const visit = await me(session);
      wall += 29 * DAY;
      expect((await me({ cookie: cookieOf(visit) })).status).toBe(200);
    });

    test('ends with the access key', async () => {
      const session = await signedIn();
      engine.renewKey('another-key-of-olga');
      expect((await me(session)).status).toBe(401);
    });

    test('cannot be forged or changed', async () => {
      const { cookie } = await signedIn();
      const [name, value = ''] = cookie.split('=');
      const other = value.startsWith('A') ? 'B' : 'A';
      for (const forged of [`${other}${value.slice(1)}`, value.slice(1), `${value}.`, '', '.', 'x']) {
        expect((await me({ cookie: `${name}=${forged}` })).status).toBe(401);
      }
    });
  });

  describe('requests', () => {
    test('reach the engine as the signed-in operator, and return its answer', async () => {
      const response = await post('/rpc/chats.get', { chatId: '7' }, bearer());
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toEqual({ ok: true, data: { hello: 'world' } });
      expect(engine.asked).toEqual([{ operatorId: OLGA.id, route: 'chats.get', input: { chatId: '7' } }]);
    });

    test('without a body have an empty input', async () => {
      await fetch(`${host.url}/rpc/operators.me`, { method: 'POST', headers: bearer() });
      expect(engine.asked[0]?.input).toEqual({});
    });

    test.each([
      ['invalid_input', 400],
      ['not_signed_in', 401],
      ['unknown_route', 404],
      ['not_found', 404],
      ['chat_taken', 409],
      ['storage_unavailable', 503],
      ['internal', 500],
    ] as const)('that fail with %s have status %i', async (code, status) => {
      engine.answer = { ok: false, error: { code, reason: foreignText('why'), message: 'why' } };
      const response = await post('/rpc/x.y', {}, bearer());
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual(engine.answer);
    });

    test('need a sign-in', async () => {
      expect((await me({})).status).toBe(401);
      expect((await me(bearer('wrong'))).status).toBe(401);
      expect(engine.asked).toEqual([]);
    });

    test('by cookie must be JSON, which no foreign form can send', async () => {
      const session = await signedIn();
      expect((await post('/rpc/chats.close', '{}', { ...session, 'content-type': 'text/plain' })).status).toBe(415);
      expect(engine.asked).toEqual([]);
    });

    test('that are not JSON are refused', async () => {
      expect((await post('/rpc/chats.close', '{"a":', bearer())).status).toBe(400);
    });

    test('over 1 MiB are refused', async () => {
      const response = await post('/rpc/chats.close', JSON.stringify({ text: 'x'.repeat(1024 * 1024) }), bearer());
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    });

    test('from another page are refused', async () => {
      for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1']) {
        expect((await me({ ...bearer(), origin })).status).toBe(403);
      }
      expect((await me({ ...bearer(), origin: host.url })).status).toBe(200);
    });

    test('under a foreign name are refused', async () => {
      const { port } = new URL(host.url);
      expect(await statusUnder(`evil.example:${port}`)).toBe(421);
      expect(await statusUnder(`desk.example:${port}`)).toBe(200);
      expect(await statusUnder(`localhost:${port}`)).toBe(200);
      expect(await statusUnder(`[::1]:${port}`)).toBe(200);
    });
  });

  describe('events', () => {
    const connect = (options: { headers?: Record<string, string>; origin?: string } = {}) =>
      new WebSocket(`${host.url.replace('http', 'ws')}/events`, options);
    const nextFrame = async (socket: WebSocket): Promise<unknown> =>
      JSON.parse(String((await once(socket, 'message'))[0]));
    const opened = async (): Promise<WebSocket> => {
      const socket = connect({ headers: await signedIn() });
      expect(await nextFrame(socket)).toEqual([
        {
          name: 'hello',
          boot: 'first',
          seq: 0,
          quietFor: 0,
          windowId: 'w',
          installationId: 'i',
          operatorId: 'olga',
          role: 'owner',
          contract: 1,
          shop: 'Shop',
        },
      ]);
      return socket;
    };
    const refusedStatus = async (socket: WebSocket): Promise<number> => {
      const [, answer] = await once(socket, 'unexpected-response');
      answer.resume();
      return answer.statusCode;
    };

    test('begin with a hello, and events of one moment come as one frame', async () => {
      const socket = await opened();
      const frame = nextFrame(socket);
      engine.tell(
        { name: 'chat.typing', seq: 1, data: { chatId: '1', typing: true } },
        { name: 'chats.changed', seq: 2, data: {} },
      );
      expect(await frame).toEqual([
        { name: 'chat.typing', seq: 1, data: { chatId: '1', typing: true } },
        { name: 'chats.changed', seq: 2, data: {} },
      ]);
      socket.terminate();
    });

    test('are serialized once, go to every window, and end when it closes', async () => {
      const [one, two] = [await opened(), await opened()];
      expect(engine.subscribers()).toBe(2);
      const frames = Promise.all([nextFrame(one), nextFrame(two)]);
      let written = 0;
      const data = { toJSON: () => ({ written: (written += 1) }) };
      engine.tell({ name: 'chats.changed', seq: 1, data });
      const writtenOnce = [{ name: 'chats.changed', seq: 1, data: { written: 1 } }];
      expect(await frames).toEqual([writtenOnce, writtenOnce]);
      one.close();
      two.close();
      await Promise.all([once(one, 'close'), once(two, 'close')]);
      await expect.poll(() => engine.subscribers()).toBe(0);
    });

    test('need a sign-in, their own origin and no foreign page', async () => {
      expect(await refusedStatus(connect())).toBe(401);
      expect(await refusedStatus(connect({ headers: bearer(), origin: 'http://evil.example' }))).toBe(403);
      expect(await refusedStatus(connect({ headers: { ...bearer(), host: 'evil.example' } }))).toBe(421);
      expect(engine.subscribers()).toBe(0);
    });

    test('of one operator, and their files on their way, are limited; others come in as before', async () => {
      const serving = Promise.withResolvers<void>();
      engine.serve = async () => {
        await serving.promise;
        return { status: 200, headers: {}, body: undefined };
      };
      const windows = await Promise.all(
        Array.from({ length: MAX_OPEN - 1 }, async () => {
          const socket = connect({ headers: bearer() });
          await once(socket, 'open');
          return socket;
        }),
      );
      const file = get('/media/abc/lamp.png', bearer());
      await expect.poll(async () => refusedStatus(connect({ headers: bearer() }))).toBe(429);
      const refused = await get('/media/abc/lamp.png', bearer());
      expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: 'invalid_input' } }]);
      expect((await me(bearer())).status).toBe(200);
      serving.resolve();
      expect((await file).status).toBe(200);
      await expect.poll(async () => (await get('/media/abc/lamp.png', bearer())).status).toBe(200);
      await opened().then((socket) => windows.push(socket));
      for (const socket of windows) socket.terminate();
      await expect.poll(() => engine.subscribers()).toBe(0);
    });

    test('end when the operator gets another access key', async () => {
      const socket = await opened();
      engine.renewKey('another-key-of-olga');
      engine.tell({ name: 'answers.stale', seq: 1, data: { answers: [{ route: 'operators.list' }] } });
      const [code] = await once(socket, 'close');
      expect(code).toBe(4401);
    });

    test('are closed when the host stops, even for a console that does not answer', async () => {
      const socket = await opened();
      const silent = await opened();
      silent.pause();
      const closed = once(socket, 'close');
      await host.stop();
      await closed;
      expect(engine.subscribers()).toBe(0);
      silent.terminate();
    });

    test('refuse messages larger than a console sends', async () => {
      const socket = await opened();
      socket.send('x'.repeat(64 * 1024));
      const [code] = await once(socket, 'close');
      expect(code).toBe(1009);
    });
  });
});
