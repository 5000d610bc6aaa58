import { describe, expect, test } from 'vitest';
import { connectionSettings, type ConnectionSettings } from '#shared/contract/connection.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { tunnelConfig } from '#shared/contract/tunnels.ts';
import { requireComplete, requiredExposure } from './addresses.ts';

const settings = (given: object): ConnectionSettings => connectionSettings.parse(given);
const tunnelPort = (given: ConnectionSettings) => tunnelConfig(given.tunnel).port;
const expectedUrl = (given: ConnectionSettings) => tunnelConfig(given.tunnel).expectedUrl;

describe('what is open', () => {
  test('only this computer’s own port, if nobody outside should connect', () => {
    expect(requiredExposure(settings({ way: 'local' }))).toMatchObject({
      network: undefined,
      trustedProxies: [],
      isForwarded: false,
    });
  });
  test('the network server for the local network, trusting the owner’s proxies', () => {
    const wanted = requiredExposure(settings({ way: 'lan', own: { trustedProxies: ['10.0.0.1'] } }));
    expect(wanted).toMatchObject({
      network: { port: 8790, https: true },
      trustedProxies: ['10.0.0.1'],
      limits: { perAddress: 300 },
      isForwarded: true,
    });
    expect(requiredExposure(settings({ way: 'lan' })).trustedProxies).toEqual([]);
  });
  test('the network server for a custom address only if a router leads to it', () => {
    expect(requiredExposure(settings({ way: 'own', own: { trustedProxies: ['10.0.0.1'] } }))).toMatchObject({
      network: undefined,
      trustedProxies: ['10.0.0.1'],
    });
    expect(requiredExposure(settings({ way: 'own', own: { fromNetwork: true } })).network).toBeDefined();
  });
});

describe('the tunnel’s server', () => {
  test('has a fixed port only for Cloudflare’s settings', () => {
    expect(tunnelPort(settings({ tunnel: { kind: 'cloudflare' } }))).toBeUndefined();
    expect(tunnelPort(settings({ tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named', port: 9500 } } }))).toBe(
      9500,
    );
  });
});

test('the address of a tunnel is known before it runs only if the owner has it', () => {
  expect(expectedUrl(settings({ tunnel: { kind: 'ngrok', ngrok: { domain: 'shop.ngrok.app' } } }))).toBe(
    'https://shop.ngrok.app',
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

describe('requirements of a connection method', () => {
  const missing = (given: object, secrets = {}): readonly string[] => {
    try {
      requireComplete(settings(given), secrets);
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
    [{ way: 'tunnel', tunnel: { kind: 'ngrok' } }, ['secrets.ngrokToken']],
  ])('%j lacks %j', (given, paths) => {
    expect(missing(given)).toEqual(paths);
  });
  test('a way that is not in use may stay incomplete', () => {
    expect(missing({ way: 'lan', tunnel: { kind: 'ngrok' } })).toEqual([]);
  });
});
