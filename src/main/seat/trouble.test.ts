import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { WrongKey } from './pinned-tls.ts';
import { troubleOf } from './trouble.ts';

const OFFICE = 'https://192.168.1.5:8791';
const OUTSIDE = { u: 'https://team.example' };

const at = (cidr: string): NetworkInterfaceInfo => {
  const [address = ''] = cidr.split('/');
  const family = address.includes(':') ? ('IPv6' as const) : ('IPv4' as const);
  const base = { address, cidr, netmask: '', mac: '', internal: /^(127|::1)/.test(address) };
  return family === 'IPv4' ? { ...base, family } : { ...base, family, scopeid: 0 };
};
const here = (...cidrs: readonly string[]) => ({ lo: [at('127.0.0.1/8'), at('::1/128')], eth0: cidrs.map(at) });
const failing = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ['another key', [[OFFICE, new WrongKey(OFFICE)]], here('192.168.1.9/24'), 'otherKey'],
  [
    'another key at one address, nothing at the others',
    [
      [OFFICE, failing('ECONNREFUSED')],
      ['https://10.0.0.5:8791', new WrongKey(OFFICE)],
    ],
    here('192.168.1.9/24'),
    'otherKey',
  ],
  ['a certificate of next year', [[OUTSIDE, failing('CERT_NOT_YET_VALID')]], here('192.168.1.9/24'), 'clock'],
  ['a certificate of last year', [[OUTSIDE, failing('CERT_HAS_EXPIRED')]], here('192.168.1.9/24'), 'clock'],
  ['a closed port', [[OFFICE, failing('ECONNREFUSED')]], here('192.168.1.9/24'), 'refused'],
  ['a proxy without the host', [[OUTSIDE, 502]], here('10.1.1.1/8'), 'refused'],
  ['no network', [[OFFICE, failing('ENETUNREACH')]], here(), 'offline'],
  ['an office from the home', [[OFFICE, failing('EHOSTUNREACH')]], here('10.0.0.7/24'), 'elsewhere'],
  [
    'an office from the home, over IPv6 too',
    [
      [OFFICE, new Error('does not answer')],
      ['https://[fd00:1::5]:8791', failing('ETIMEDOUT')],
    ],
    here('10.0.0.7/24', 'fd00:2::7/64'),
    'elsewhere',
  ],
  ['silence in the office', [[OFFICE, new Error('does not answer')]], here('192.168.1.9/24'), 'silent'],
  [
    'silence, where one of the addresses is of this network',
    [
      ['https://172.16.0.5:8791', failing('ETIMEDOUT')],
      ['https://[fd00:1::5]:8791', failing('ETIMEDOUT')],
    ],
    here('10.0.0.7/24', 'fd00:1::7/64'),
    'silent',
  ],
  [
    'silence everywhere, where there is an address for everywhere',
    [
      [OFFICE, failing('ETIMEDOUT')],
      [OUTSIDE, failing('ENOTFOUND')],
    ],
    here('10.0.0.7/24'),
    'silent',
  ],
] as const)('%s', (_what, cause, interfaces, why) => {
  expect(
    troubleOf(
      cause.map(([address, each]) => ({ address, cause: each })),
      interfaces,
    ),
  ).toBe(why);
});
