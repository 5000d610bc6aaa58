import { CONTRACT_VERSION } from '#shared/contract/events.ts';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openChannel } from '../fixtures/channels.ts';
import { connectEvents } from '../fixtures/event-stream.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { httpRequest, type RawAnswer } from '../fixtures/http-request.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost();
});

afterAll(() => host.remove());

const bearer = { authorization: `Bearer ${ACCESS_KEY}` };
const me = (headers: Record<string, string>, base = host.console): Promise<RawAnswer> =>
  httpRequest(`${base}/rpc/operators.me`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

async function signIn(): Promise<{
  readonly cookie: string;
  readonly setCookie: string;
  readonly answered: RawAnswer;
}> {
  const answered = await httpRequest(host.accessUrl, { headers: { accept: 'text/html' } });
  const [setCookie = ''] = answered.headers['set-cookie'] ?? [];
  return { cookie: setCookie.split(';')[0] ?? '', setCookie, answered };
}

/** The HTTP status of a refused WebSocket handshake; 101: it was accepted. */
function handshake(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.once('open', () => {
      socket.close();
      resolve(101);
    });
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', () => resolve(0));
  });
}

describe('signing in', () => {
  test('nothing is answered without a key', async () => {
    const answered = await me({});
    expect(answered.status).toBe(401);
    expect(answered.json()).toMatchObject({ ok: false, error: { code: 'not_signed_in' } });
    expect(await handshake(`${host.console.replace('http', 'ws')}/events`, {})).toBe(401);
  });

  test.each([`Basic ${ACCESS_KEY}`, `Bearer ${ACCESS_KEY}x`])('%j is not a key', async (authorization) => {
    expect((await me({ authorization })).status).toBe(401);
  });

  test('a script uses the access key', async () => {
    expect((await me(bearer)).json()).toMatchObject({ ok: true, data: { name: 'Olga' } });
  });

  test('the link carries the key once, then a cookie that scripts of the page cannot read', async () => {
    const { setCookie, cookie, answered } = await signIn();
    expect(setCookie).toMatch(/;\s*HttpOnly/i);
    expect(setCookie).toMatch(/;\s*SameSite=Strict/i);
    expect(setCookie).not.toContain(ACCESS_KEY);
    expect(answered.headers.location ?? '').not.toContain('key=');
    expect((await me({ cookie, origin: host.console })).json()).toMatchObject({ ok: true, data: { name: 'Olga' } });
    expect(await handshake(`${host.console.replace('http', 'ws')}/events`, { cookie, origin: host.console })).toBe(101);
  });

  test.skipIf(process.platform !== 'linux')(
    'behind a proxy guesses count for the client it names, if the listener trusts the proxy',
    async () => {
      const post = (client: string) =>
        httpRequest(`${host.console}/session`, {
          method: 'POST',
          localAddress: '127.0.9.3',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
          body: JSON.stringify({ accessKey: 'wrong' }),
        });
      await host.rpc('connection.change', {
        way: 'own',
        own: { publicUrl: host.listener, trustedProxies: ['127.0.9.3'] },
      });
      for (let count = 0; count < 10; count += 1) await post('192.0.2.1');
      expect([(await post('192.0.2.1')).status, (await post('192.0.2.2')).status]).toEqual([429, 401]);
      await host.rpc('connection.change', { own: { trustedProxies: [] } });
      for (let count = 0; count < 10; count += 1) await post(`192.0.2.${count + 10}`);
      expect((await post('192.0.2.99')).status).toBe(429);
      await host.rpc('connection.change', { way: 'local', own: { publicUrl: null } });
    },
  );
});

describe('allowed requests', () => {
  test.each(['http://127.0.0.1.evil.example'])('the origin %s is refused', async (origin) => {
    const { cookie } = await signIn();
    expect((await me({ cookie, origin })).status).toBe(403);
    expect((await me({ ...bearer, origin })).status).toBe(403);
    expect(await handshake(`${host.console.replace('http', 'ws')}/events`, { cookie, origin })).toBe(403);
  });

  test.each(['127.0.0.1.evil.example'])('the Host %s is refused', async (name) => {
    const { cookie } = await signIn();
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        `${host.console}/rpc/operators.me`,
        { method: 'POST', headers: { host: name, cookie, ...bearer } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.once('error', reject).end('{}');
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(
      await handshake(`${host.console.replace('http', 'ws')}/events`, { cookie, host: name }),
    ).toBeGreaterThanOrEqual(400);
  });

  test('the page may run only its own scripts', async () => {
    const { cookie } = await signIn();
    const page = await httpRequest(`${host.console}/`, { headers: { cookie, accept: 'text/html' } });
    expect(page.status).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    const scripts = /(?:script-src|default-src)[^;]*/.exec(policy)?.[0] ?? '';
    expect(scripts).toContain("'self'");
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/);
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
  });
});

describe('the listener', () => {
  test.each(['/index.html', '/rpc/operators.me', '/events', '/sign-in', '/assets/index.js'])(
    'serves nothing of the console at %s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const answered = await httpRequest(`${host.listener}${path}`, {
          method,
          headers: bearer,
          body: method === 'POST' ? '{}' : undefined,
        });
        expect(answered.status).toBe(404);
        expect(answered.body).not.toMatch(/<html|operator/i);
      }
    },
  );

  test('is separate from the console, which answers at no channel address', async () => {
    expect(new URL(host.listener).port).not.toBe(new URL(host.console).port);
    const { statusUrl } = await openChannel(host);
    const answered = await httpRequest(statusUrl.replace(host.listener, host.console), { headers: bearer });
    expect(answered.body).not.toMatch(/^[01]$/);
  });
});

describe('a stream', () => {
  test('starts with the hello of this run', async () => {
    const stream = await connectEvents(host.console, bearer);
    expect(stream.hello).toEqual({
      name: 'hello',
      boot: expect.any(String) as string,
      seq: expect.any(Number) as number,
      quietFor: expect.any(Number) as number,
      windowId: expect.any(String) as string,
      installationId: expect.any(String) as string,
      operatorId: expect.any(String) as string,
      role: 'owner',
      contract: CONTRACT_VERSION,
      shop: 'Shop',
    });
    stream.close();
    await stream.closed;
  });
});
