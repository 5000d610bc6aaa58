import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phrase } from '#shared/locales/phrase.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { openChannel, type TestChannel } from '../../fixtures/channels.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { ACCESS_KEY, startHost, type Host } from '../../fixtures/host.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { startReverseProxy, type ReverseProxy } from '../../fixtures/reverse-proxy.ts';
import { naming } from '../../fixtures/stale-answers.ts';

let host: Host;
let channel: TestChannel;
let proxy: ReverseProxy;
const messagesAddress = async (): Promise<string> =>
  (await host.rpc('channels.addresses', { channelId: channel.id })).message;

beforeAll(async () => {
  host = await startHost();
  channel = await openChannel(host);
  proxy = await startReverseProxy(host.listener);
});

afterAll(async () => {
  await proxy.stop();
  await host.remove();
});

describe('switching the connection method while the service runs', () => {
  test('at first it is reachable only from this computer', async () => {
    expect(await host.rpc('connection.get', {})).toMatchObject({
      reach: { state: 'local', url: host.listener },
      tunnel: { state: 'off' },
      secrets: { ngrokToken: false },
    });
    expect(await messagesAddress()).toMatch(new RegExp(`^${host.listener}/`));
  });

  test("the owner's own address counts only after a request has come back through it", async () => {
    const view = await reached({ way: 'own', own: { publicUrl: proxy.url } });
    expect(view.reach).toMatchObject({ state: 'reachable', url: proxy.url });
    expect(await messagesAddress()).toMatch(new RegExp(`^${proxy.url}/`));
    const posted = await fetch(await messagesAddress(), {
      method: 'POST',
      body: JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text: 'Through the proxy' } }),
    });
    expect(posted.status).toBe(200);
  });

  test('it never carries the console, whatever else is open, even to whoever has a key', async () => {
    await reached({ way: 'own', own: { publicUrl: proxy.url } });
    await host.rpc('remoteAccess.change', { on: true, port: await freePort() });
    const { web } = await host.rpc('devices.invite', {});
    const paths = ['/rpc/operators.me', '/events', '/join', '/join/browser', '/join/look', '/sign-in', '/index.html'];
    for (const path of [...paths, '/media/backups', new URL(host.accessUrl).search.replace('?', '/index.html?')])
      for (const method of ['GET', 'POST']) {
        const { status, body } = await httpRequest(`${proxy.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${ACCESS_KEY}`, 'content-type': 'application/json' },
          body: method === 'POST' ? JSON.stringify({ secret: web.split('#')[1] }) : undefined,
        });
        expect([path, status]).toEqual([path, 404]);
        expect(body).not.toMatch(/<html|operator/i);
      }
    await host.rpc('remoteAccess.change', { on: false });
  });

  test('another service at that address is detected', async () => {
    const shop = createServer((_request, response) => response.end('<h1>Shop</h1>'));
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const { reach, formerUrl } = await reached({ own: { publicUrl: url } });
    shop.close();
    expect(reach).toMatchObject({
      state: 'unreachable',
      problem: { what: { code: 'findings:reach.other.text' } },
    });
    expect(formerUrl).toBe(proxy.url);
  });

  test('a port taken by another program is reported, and the connection method works once it is free', async () => {
    const other = createServer();
    await once(other.listen(0), 'listening');
    const { port } = other.address() as AddressInfo;
    const busy = await host.rpc('connection.change', { way: 'lan', network: { port } });
    expect(busy).toMatchObject({
      networkProblem: { what: phrase('findings:reach.port.taken.text', { port }) },
      reach: { state: 'unreachable' },
    });
    other.close();
    await once(other, 'close');
    expect((await reached({ network: { port } })).networkProblem).toBeUndefined();
  });

  test('what the connection method lacks is refused by field, and nothing changes', async () => {
    const before = await host.rpc('connection.get', {});
    const answer = await host.ask('connection.change', {
      way: 'tunnel',
      tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named' } },
    });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'invalid_input',
        issues: [{ path: 'tunnel.cloudflare.publicUrl' }, { path: 'secrets.cloudflareToken' }],
      },
    });
    expect((await host.rpc('connection.get', {})).settings).toEqual(before.settings);
  });

  test('the former address is shown until the owner has passed the new one on, also after a restart', async () => {
    await reached({ way: 'own', own: { publicUrl: proxy.url } });
    await host.rpc('connection.dismissFormerUrl', {});
    const second = await startReverseProxy(host.listener);
    try {
      expect((await reached({ own: { publicUrl: second.url } })).formerUrl).toBe(proxy.url);
      await host.stop();
      host = await host.restart();
      await host.rpc('checks.run', {});
      expect((await host.rpc('connection.get', {})).formerUrl).toBe(proxy.url);
      const told = await host.rpc('connection.dismissFormerUrl', {});
      expect(told.formerUrl).toBeUndefined();
    } finally {
      await second.stop();
    }
  });

  test('while a tunnel has no address yet, the known addresses stay', async () => {
    await host.rpc('connection.change', { way: 'own', own: { publicUrl: proxy.url } });
    await host.rpc('connection.dismissFormerUrl', {});
    await host.rpc('connection.change', {
      way: 'tunnel',
      tunnel: { kind: 'ngrok' },
      secrets: { ngrokToken: 'of-nobody' },
    });
    expect(await messagesAddress()).toMatch(new RegExp(`^${proxy.url}/`));
  });

  test('windows are notified', async () => {
    const events = await host.events();
    await host.rpc('connection.change', { way: 'local' });
    await events.waitFor('answers.stale', naming('connection.get'));
    events.close();
  });
});

test('secrets of the connection method are sealed on disk, and never returned', async () => {
  await host.rpc('connection.change', { secrets: { ngrokToken: 'canary-token-of-ngrok' } });
  const view = await host.rpc('connection.get', {});
  expect(view.secrets.ngrokToken).toBe(true);
  expect(JSON.stringify(view)).not.toContain('canary');
  for (const file of ['counterbell.db', 'counterbell.db-wal'])
    expect((await readFile(`${host.dataDir}/${file}`)).includes('canary')).toBe(false);
});

test('a provision file sets the connection method', async () => {
  const other = await startHost({
    provision: {
      settings: { publicUrl: proxy.url, connection: { own: { trustedProxies: ['10.0.0.0/8'] } } },
    },
  });
  try {
    const { settings, reach } = await other.rpc('connection.get', {});
    expect(settings).toMatchObject({
      way: 'own',
      own: { publicUrl: proxy.url, trustedProxies: ['10.0.0.0/8'] },
    });
    expect(reach.url).toBe(proxy.url);
  } finally {
    await other.remove();
  }
});

/** The view after a check. */
async function reached(change: Parameters<typeof host.rpc<'connection.change'>>[1]): Promise<ConnectionView> {
  await host.rpc('connection.change', change);
  await host.rpc('checks.run', {});
  return host.rpc('connection.get', {});
}
