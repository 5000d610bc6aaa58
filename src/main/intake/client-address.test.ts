import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readClientAddress, subscriberOf, trustProxies } from './client-address.ts';

function clientOf(remoteAddress: string, forwardedFor: string | undefined, proxies: readonly string[] = []): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return readClientAddress(request, trustProxies(proxies));
}

test.each([
  ['nobody is believed by default, this computer neither', '127.0.0.1', '192.0.2.1', [], '127.0.0.1'],
  ['an IPv4 address on a socket for both kinds is written as one', '::ffff:192.0.2.9', undefined, [], '192.0.2.9'],
  ['a trusted proxy is believed', '10.0.0.1', '192.0.2.1', ['10.0.0.1'], '192.0.2.1'],
  ['also on a socket for both kinds', '::ffff:10.0.0.1', '192.0.2.1', ['10.0.0.0/8'], '192.0.2.1'],
  ['what the client itself wrote before is not', '10.0.0.1', '203.0.113.5, 192.0.2.1', ['10.0.0.1'], '192.0.2.1'],
  ['several trusted proxies, hop by hop', '10.0.0.1', '203.0.113.5, 192.0.2.1, 10.0.0.2', ['10.0.0.0/8'], '192.0.2.1'],
  ['another sender than the proxy is not believed', '192.0.2.66', '203.0.113.5', ['10.0.0.1'], '192.0.2.66'],
  ['a trusted proxy without the header is the client', '10.0.0.1', undefined, ['10.0.0.1'], '10.0.0.1'],
  ['an empty header names nobody', '10.0.0.1', '', ['10.0.0.1'], '10.0.0.1'],
  ['a name is no address', '10.0.0.1', 'unknown', ['10.0.0.1'], '10.0.0.1'],
  ['markup is no address', '10.0.0.1', '<script>', ['10.0.0.1'], '10.0.0.1'],
  ['behind a name nobody is believed', '10.0.0.1', '203.0.113.5, _hidden', ['10.0.0.1'], '10.0.0.1'],
  ['a port is left out', '10.0.0.1', '192.0.2.1:4711', ['10.0.0.1'], '192.0.2.1'],
  ['a port after IPv6 too', '10.0.0.1', '[2001:db8::7]:4711', ['10.0.0.1'], '2001:db8::7'],
  ['IPv6 proxies', '2001:db8:5::1', '2001:db8::7', ['2001:db8:5::/48'], '2001:db8::7'],
])('%s', (_words, remoteAddress, forwardedFor, proxies, expected) => {
  expect(clientOf(remoteAddress, forwardedFor, proxies)).toBe(expected);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, expected) => {
  expect(subscriberOf(address)).toBe(expected);
});
