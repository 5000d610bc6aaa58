import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { httpRequest } from '../../../test/fixtures/http-request.ts';
import { startListenerOnItsOwn, type ListenerOnItsOwn } from '../../../test/fixtures/listener-on-its-own.ts';
import { isLoopback } from '#main/intake/client-address.ts';

const TINY = { perAddress: 1, perChannel: 0 };

describe('who can reach a server bound to an address', () => {
  test.each([
    ['127.0.0.1', false],
    ['127.0.0.53', false],
    ['127.255.255.254', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['0.0.0.0', true],
    ['::', true],
    ['192.168.1.5', true],
    ['10.0.0.7', true],
    ['172.17.0.2', true],
    ['169.254.10.1', true],
    ['203.0.113.9', true],
    ['128.0.0.1', true],
    ['fe80::1', true],
    ['fd00::2', true],
    ['2001:db8::1', true],
    ['::ffff:192.168.1.5', true],
  ])('%s: others too: %s', (address, isReached) => {
    expect(!isLoopback(address)).toBe(isReached);
  });

  test.each([
    ['localhost', false],
    ['127.0.0.1', false],
    ['0.0.0.0', true],
  ])('the address that the system reports when %s was requested', async (host, isReached) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    expect(!isLoopback((server.address() as AddressInfo).address)).toBe(isReached);
    server.close();
  });
});

describe('requests are counted', () => {
  const isCounting = async (listener: ListenerOnItsOwn): Promise<boolean> => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await httpRequest(`${listener.url}/`)).status),
    );
    return statuses.includes(429);
  };

  test('not while only this computer reaches what is open', async () => {
    const listener = await startListenerOnItsOwn();
    listener.limit(TINY, false);
    await listener.open({ host: '127.0.0.1', port: 0, trustedProxies: [] });
    expect(await isCounting(listener)).toBe(false);
    await listener.stop();
  });

  test('while the owner lets others connect, even if it is bound to this computer', async () => {
    const listener = await startListenerOnItsOwn();
    listener.limit(TINY, true);
    expect(await isCounting(listener)).toBe(true);
    listener.limit(TINY, false);
    expect(await isCounting(listener)).toBe(false);
    await listener.stop();
  });

  test.each(['0.0.0.0', '::'])('as long as a server on %s is open, whatever the owner chose', async (host) => {
    const listener = await startListenerOnItsOwn();
    listener.limit(TINY, false);
    const server = await listener.open({ host, port: 0, trustedProxies: [] });
    expect(await isCounting(listener)).toBe(true);
    await server.stop();
    expect(await isCounting(listener)).toBe(false);
    await listener.stop();
  });

  test.each(['0.0.0.0', '::'])('while the listener itself is bound to %s, whatever the owner chose', async (host) => {
    const listener = await startListenerOnItsOwn({}, host);
    listener.limit(TINY, false);
    expect(await isCounting(listener)).toBe(true);
    await listener.stop();
  });
});
