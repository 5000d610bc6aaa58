import { once } from 'node:events';
import { request, type RequestOptions } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RemoteAccessView } from '../../src/shared/contract/joining.ts';
import type { EventFrame } from '#shared/contract/events.ts';
import { networkAddresses } from '#main/exposure/network.ts';
import { freePort } from '../fixtures/free-port.ts';
import { failToStart } from '../fixtures/headless.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';
const OPERATORS = [
  { name: 'Olga', accessKey: ACCESS_KEY },
  { name: 'Ivan', accessKey: IVANS_KEY },
];

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** A colleague's computer, which trusts this installation's authority and nobody else. */
function colleague(port: number, ca: string) {
  const ask = (path: string, { body, ...options }: RequestOptions & { readonly body?: string } = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', servername: '', port, ca, path, agent: false, ...options },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const rpc = (route: string, accessKey: string): Promise<Answer> =>
    ask(`/rpc/${route}`, { method: 'POST', headers: { authorization: `Bearer ${accessKey}` }, body: '{}' });
  return { ask, rpc };
}

let host: Host;
let ca: string;

beforeAll(async () => {
  host = await startHost({ provision: { operators: OPERATORS } });
  ca = (await host.rpc('connection.authority', {})).certificate;
});
afterAll(() => host.remove());

/** Changes remote access and waits for what comes of it. */
async function change(
  wish: { readonly on?: boolean; readonly port?: number },
  isDone: (view: RemoteAccessView) => boolean,
): Promise<RemoteAccessView> {
  const events = await host.events();
  await host.rpc('remoteAccess.change', wish);
  await events.until(async () => (isDone(await host.rpc('remoteAccess.get', {})) ? true : undefined));
  events.close();
  return host.rpc('remoteAccess.get', {});
}
const opened = async (): Promise<number> => {
  const port = await freePort();
  await change({ on: true, port }, ({ isOpen, port: now }) => isOpen && now === port);
  return port;
};
const closed = () => change({ on: false }, ({ isOpen }) => !isOpen);

describe('remote access', () => {
  test('is closed until an owner opens it', async () => {
    expect(host.team).toBeUndefined();
    const { findings } = await host.rpc('checks.run', {});
    expect(findings.filter(({ id }) => id.startsWith('remoteAccess'))).toEqual([]);
    expect(await host.rpc('remoteAccess.get', {})).toEqual({
      on: false,
      port: 8791,
      isOpen: false,
      urls: [],
      isFixed: false,
      outside: '',
    });
    for (const route of ['remoteAccess.get', 'remoteAccess.change'])
      expect(await rpcRequest(host.console, IVANS_KEY, route, { on: true })).toMatchObject({
        error: { code: 'forbidden' },
      });
    expect(await host.ask('remoteAccess.change', { port: 80 })).toMatchObject({ error: { code: 'invalid_input' } });
  });

  describe('once open', () => {
    let port: number;
    beforeEach(async () => {
      port = await opened();
    });
    afterEach(closed);

    test('serves the console over HTTPS under this installation’s authority, on every address of this computer', async () => {
      const { urls, certificate } = await host.rpc('remoteAccess.get', {});
      expect(certificate).toMatchObject({ made: true, names: expect.arrayContaining(['localhost', '127.0.0.1']) });
      for (const { address, url } of urls) {
        expect(new URL(url).port).toBe(String(port));
        expect((await colleague(port, ca).ask('/', { host: address })).status).toBe(200);
      }
      const { ask, rpc } = colleague(port, ca);
      expect((await ask('/')).text).toContain('<div id="root">');
      expect(JSON.parse((await rpc('operators.me', IVANS_KEY)).text)).toMatchObject({ data: { name: 'Ivan' } });
      expect((await rpc('connection.get', IVANS_KEY)).status).toBe(403);
      // Nobody reads along in plain text.
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
      await expect(fetch(`https://127.0.0.1:${port}/`)).rejects.toThrow();
    });

    test('signs in with a cookie that goes over HTTPS only, and brings events', async () => {
      const { ask } = colleague(port, ca);
      const signedIn = await ask('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accessKey: IVANS_KEY }),
      });
      const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/Secure/);
      expect(cookie).toMatch(/SameSite=Strict/);
      const socket = new WebSocket(`wss://127.0.0.1:${port}/events`, { ca, headers: { cookie } });
      const [bytes] = (await once(socket, 'message')) as [Buffer];
      expect(JSON.parse(bytes.toString()) as EventFrame).toMatchObject([{ name: 'hello' }]);
      const ended = once(socket, 'close');
      await closed();
      await ended;
    });

    test.each([
      ['another name of this computer (rebinding)', { host: 'shop.example' }, 421],
      ['a page of another website', { origin: 'https://shop.example' }, 403],
      ['the customers’ paths', { path: '/chat/shop' }, 404],
    ])('refuses %s', async (_case, { path = '/rpc/operators.me', ...headers }: Record<string, string>, status) => {
      const { ask } = colleague(port, ca);
      const asked = path.startsWith('/rpc') ? { method: 'POST', body: '{}' } : {};
      expect(
        (await ask(path, { ...asked, headers: { authorization: `Bearer ${IVANS_KEY}`, ...headers } })).status,
      ).toBe(status);
    });

    test('is checked from colleagues’ side, at each address of this computer', async () => {
      const { findings } = await host.rpc('checks.run', {});
      const own = networkAddresses().map(({ address }) => address);
      const states = Object.fromEntries(
        findings.filter(({ id }) => id.startsWith('remoteAccess')).map(({ id, state }) => [id, state]),
      );
      // A computer without a network has nothing to look at, and says so.
      const wanted =
        own.length === 0
          ? { remoteAccess: 'warning' }
          : {
              remoteAccess: expect.stringMatching(/passed|warning/),
              ...Object.fromEntries(own.slice(0, 8).map((address) => [`remoteAccess.${address}`, 'passed'])),
              'remoteAccess.firewall': 'skipped',
            };
      expect(states).toEqual(wanted);
    });

    test('moves to another port, and is there again after a restart', async () => {
      const next = await opened();
      await expect(colleague(port, ca).ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      expect((await colleague(next, ca).ask('/')).status).toBe(200);
      await host.stop();
      host = await host.restart();
      expect(new URL(host.team ?? '')).toMatchObject({ protocol: 'https:', port: String(next) });
      expect((await colleague(next, ca).ask('/')).status).toBe(200);
    });

    test('does not hold up the customers’ listener while its connections are used up', async () => {
      const sockets = Array.from({ length: 1200 }, () => {
        const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
        return socket.on('error', () => undefined);
      });
      await Promise.race(sockets.map((socket) => once(socket, 'secureConnect')));
      const { publicId, id: channelId } = await host.rpc('channels.create', { name: 'Shop' });
      const { status } = await host.rpc('channels.addresses', { channelId });
      expect((await fetch(status)).status).toBe(200);
      expect(publicId).not.toBe('');
      for (const socket of sockets) socket.destroy();
    });
  });

  test('says that its port is taken, and opens on another', async () => {
    const other = createServer();
    await once(other.listen(0, '0.0.0.0'), 'listening');
    const { port } = other.address() as AddressInfo;
    const view = await change({ on: true, port }, ({ problem }) => problem !== undefined);
    expect(view).toMatchObject({ isOpen: false, urls: [], problem: { what: { params: { port } } } });
    const { findings } = await host.rpc('checks.run', {});
    expect(findings.filter(({ id }) => id.startsWith('remoteAccess'))).toMatchObject([
      { id: 'remoteAccess', state: 'failed' },
    ]);
    const free = await opened();
    expect((await colleague(free, ca).ask('/')).status).toBe(200);
    expect(await host.rpc('remoteAccess.get', {})).not.toHaveProperty('problem');
    await closed();
    other.close();
  });
});

describe('--team', () => {
  test('opens remote access whatever the settings say', async () => {
    const own = await startHost({ args: ['--team', '127.0.0.1:0'] });
    expect(await own.rpc('remoteAccess.get', {})).toMatchObject({
      on: false,
      isOpen: true,
      isFixed: true,
      urls: [{ address: '127.0.0.1', url: own.team }],
    });
    await own.rpc('remoteAccess.change', { on: false });
    const root = (await own.rpc('connection.authority', {})).certificate;
    const { rpc } = colleague(Number(new URL(own.team ?? '').port), root);
    expect((await rpc('operators.me', ACCESS_KEY)).status).toBe(200);
    await own.remove();
  });

  test('ends the start if that address is taken', async () => {
    const { pathname, port } = new URL(host.console);
    expect(pathname).toBe('/');
    const { code, stderr } = await failToStart({ args: ['--team', `127.0.0.1:${port}`] });
    expect(code).toBe(1);
    expect(stderr).toContain('--team');
  });
});
