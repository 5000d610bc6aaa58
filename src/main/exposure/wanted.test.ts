import { describe, expect, test } from 'vitest';
import { connectionSettings, type ConnectionSettings } from '#shared/contract/connection.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { tunnelAsSet } from '#shared/contract/tunnels.ts';
import { refuseIncomplete, wantedFor } from './wanted.ts';

const settings = (given: object): ConnectionSettings => connectionSettings.parse(given);
const tunnelProxies = (given: ConnectionSettings) => tunnelAsSet(given.tunnel).door.trustedProxies;
const tunnelPort = (given: ConnectionSettings) => tunnelAsSet(given.tunnel).door.port;
const expectedUrl = (given: ConnectionSettings) => tunnelAsSet(given.tunnel).expectedUrl;

describe('what is open', () => {
  test('nothing but this computer’s own door, where nobody outside is meant to come', () => {
    expect(wantedFor(settings({ way: 'local' }))).toMatchObject({
      network: undefined,
      trustedProxies: [],
      isLed: false,
    });
  });
  test('the network’s door for the local network, which believes the proxies that the owner trusts', () => {
    const wanted = wantedFor(settings({ way: 'lan', own: { trustedProxies: ['10.0.0.1'] } }));
    expect(wanted).toMatchObject({
      network: { port: 8790, https: true },
      trustedProxies: ['10.0.0.1'],
      limits: { perAddress: 300 },
      isLed: true,
    });
    expect(wantedFor(settings({ way: 'lan' })).trustedProxies).toEqual([]);
  });
  test('for an address of one’s own only where a router leads to it', () => {
    expect(wantedFor(settings({ way: 'own', own: { trustedProxies: ['10.0.0.1'] } }))).toMatchObject({
      network: undefined,
      trustedProxies: ['10.0.0.1'],
    });
    expect(wantedFor(settings({ way: 'own', own: { fromNetwork: true } })).network).toBeDefined();
  });
});

describe('the tunnel’s door', () => {
  test('believes the agent on this computer, and SSH only where a web server stands in front', () => {
    expect(tunnelProxies(settings({ tunnel: { kind: 'cloudflare' } }))).toEqual(['127.0.0.1', '::1']);
    expect(tunnelProxies(settings({ tunnel: { kind: 'ssh' } }))).toEqual([]);
    expect(tunnelProxies(settings({ tunnel: { kind: 'ssh', ssh: { behindProxy: true } } }))).toEqual([
      '127.0.0.1',
      '::1',
    ]);
    expect(tunnelProxies(settings({ tunnel: { kind: 'ssh', ssh: { trustedProxies: ['172.18.0.2'] } } }))).toEqual([
      '172.18.0.2',
    ]);
  });
  test('has a port of its own only where Cloudflare is told of it', () => {
    expect(tunnelPort(settings({ tunnel: { kind: 'cloudflare' } }))).toBe(0);
    expect(tunnelPort(settings({ tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named', port: 9500 } } }))).toBe(
      9500,
    );
  });
});

test('where a tunnel will lead is known before it runs only where the owner has the address', () => {
  expect(expectedUrl(settings({ tunnel: { kind: 'ngrok', ngrok: { domain: 'shop.ngrok.app' } } }))).toBe(
    'https://shop.ngrok.app',
  );
  expect(expectedUrl(settings({ tunnel: { kind: 'ssh', ssh: { host: 'shop.example', remotePort: 9000 } } }))).toBe(
    'http://shop.example:9000',
  );
  expect(
    expectedUrl(settings({ tunnel: { kind: 'cloudflare', cloudflare: { publicUrl: 'https://chat.example' } } })),
  ).toBeUndefined();
  expect(
    expectedUrl(
      settings({ tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named', publicUrl: 'https://chat.example' } } }),
    ),
  ).toBe('https://chat.example');
});

describe('what a way needs', () => {
  const missing = (given: object, secrets = {}): readonly string[] => {
    try {
      refuseIncomplete(settings(given), secrets);
      return [];
    } catch (error) {
      return error instanceof ContractError ? (error.issues ?? []).map(({ path }) => path) : [String(error)];
    }
  };
  test.each([
    [{ way: 'local' }, []],
    [{ way: 'lan' }, []],
    [{ way: 'own' }, ['own.publicUrl']],
    [{ way: 'tunnel', tunnel: { kind: 'cloudflare' } }, []],
    [
      { way: 'tunnel', tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named' } } },
      ['tunnel.cloudflare.publicUrl', 'secrets.cloudflareToken'],
    ],
    [{ way: 'tunnel', tunnel: { kind: 'ssh' } }, ['tunnel.ssh.host', 'tunnel.ssh.user', 'secrets.sshKey']],
    [
      { way: 'tunnel', tunnel: { kind: 'ssh', ssh: { auth: 'password', host: 'a', user: 'b' } } },
      ['secrets.sshPassword'],
    ],
    [{ way: 'tunnel', tunnel: { kind: 'ngrok' } }, ['secrets.ngrokToken']],
  ])('%j lacks %j', (given, paths) => {
    expect(missing(given)).toEqual(paths);
  });
  test('a way that is not in use may stay unfinished', () => {
    expect(missing({ way: 'lan', tunnel: { kind: 'ssh' } })).toEqual([]);
  });
});
