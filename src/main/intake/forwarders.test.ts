import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { createForwarders, type Forwarders, trustProxies } from './client-address.ts';

const HOUR = 60 * 60_000;

describe('senders of forwarded requests', () => {
  let now: number;
  let changes: number;
  let forwarders: Forwarders;
  beforeEach(() => {
    now = 1_000_000;
    changes = 0;
    forwarders = createForwarders(() => now);
    forwarders.onChange(() => (changes += 1));
  });

  interface Way {
    readonly through?: 'port' | 'network';
    readonly url?: string;
    readonly trusted?: readonly string[];
  }
  function ask(
    from: string,
    headers: Record<string, string> = {},
    { through = 'network', url = '/secret/shop', trusted = [] }: Way = {},
  ): void {
    const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: from }));
    Object.assign(request, { url });
    Object.assign(request.headers, headers);
    forwarders.inspect(request, { through, isTrusted: trustProxies(trusted) });
  }
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  const likely = () =>
    forwarders
      .list()
      .filter(({ isLikely }) => isLikely)
      .map(({ address }) => address);
  const unlikely = () =>
    forwarders
      .list()
      .filter(({ isLikely }) => !isLikely)
      .map(({ address }) => address);

  test.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.20',
    '169.254.3.4',
    'fd12::5',
    'fe80::1%eth0',
    '::ffff:192.168.1.20',
  ])('%s is nearby: it may be a proxy', (address) => {
    ask(address, forwarded);
    expect(likely()).toHaveLength(1);
  });

  test.each(['203.0.113.5', '172.32.0.1', '100.64.0.7', '2001:db8::5', '::ffff:203.0.113.5'])(
    '%s is not nearby: a stranger can write the header',
    (address) => {
      ask(address, forwarded);
      expect([likely(), unlikely()]).toEqual([[], [address.replace('::ffff:', '')]]);
    },
  );

  test('recognizes Forwarded as well', () => {
    ask('192.168.1.20', { forwarded: 'for=203.0.113.9' });
    expect(likely()).toEqual(['192.168.1.20']);
  });

  test('leaves out trusted senders and those who name nobody', () => {
    ask('192.168.1.20', forwarded, { trusted: ['192.168.0.0/16'] });
    ask('192.168.1.21');
    ask('203.0.113.5');
    expect([forwarders.list(), changes]).toEqual([[], 0]);
  });

  test('a router that passes strangers on unchanged is not a proxy, however often a stranger writes the header', () => {
    ask('192.168.1.1', forwarded);
    ask('192.168.1.1');
    ask('192.168.1.1', forwarded);
    now += 2 * HOUR;
    ask('192.168.1.1', forwarded);
    expect([likely(), unlikely()]).toEqual([[], ['192.168.1.1']]);
  });

  test('a proxy may send health checks of its own, and this computer’s programs may send anything to its own port', () => {
    ask('192.168.1.20', forwarded);
    ask('192.168.1.20', {}, { url: '/health' });
    ask('127.0.0.1', forwarded, { through: 'port' });
    ask('127.0.0.1', {}, { through: 'port' });
    expect(likely().sort()).toEqual(['127.0.0.1', '192.168.1.20']);
    ask('127.0.0.1', forwarded);
    ask('127.0.0.1', {});
    expect(forwarders.list().find(({ isLikely }) => !isLikely)?.through).toBe('network');
  });

  test('windows are notified of the first request only', () => {
    for (let count = 0; count < 100; count += 1) ask('192.168.1.20', forwarded);
    expect(changes).toBe(1);
    now += HOUR;
    expect(forwarders.list()).toEqual([]);
    ask('192.168.1.20', forwarded);
    expect([changes, forwarders.list()]).toEqual([
      2,
      [{ address: '192.168.1.20', through: 'network', lastSeen: now, isLikely: true }],
    ]);
  });

  test('any number of addresses uses no more memory, space or updates to windows', () => {
    ask('192.168.1.20', forwarded);
    for (let count = 0; count < 10_000; count += 1) ask(`2001:db8::${count.toString(16)}`, forwarded);
    expect([likely(), unlikely(), changes]).toEqual([['192.168.1.20'], ['2001:db8::0'], 2]);
    for (let count = 0; count < 10_000; count += 1) ask(`10.0.${count >> 8}.${count & 255}`, forwarded);
    expect(forwarders.list()).toHaveLength(5);
  });
});
