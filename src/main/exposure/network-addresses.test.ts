import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { inLink, networkAddresses } from './network-addresses.ts';

const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo;

test('lists what others may reach, the likeliest first', () => {
  const found = networkAddresses({
    lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
    docker0: [at('172.17.0.1', 'IPv4')],
    eth0: [at('fe80::1', 'IPv6'), at('2001:db8::5', 'IPv6'), at('192.168.1.5', 'IPv4')],
    wlan0: [at('169.254.3.4', 'IPv4')],
  });
  expect(found).toEqual([
    { address: '192.168.1.5', interface: 'eth0' },
    { address: '2001:db8::5', interface: 'eth0' },
    { address: '172.17.0.1', interface: 'docker0' },
  ]);
});

test('an IPv6 address stands in brackets in a link', () => {
  expect([inLink('192.168.1.5'), inLink('2001:db8::5')]).toEqual(['192.168.1.5', '[2001:db8::5]']);
});
