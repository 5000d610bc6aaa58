import { expect, test } from 'vitest';
import { isAddressRange } from './addresses.ts';

test.each([
  '192.168.1.10',
  '10.0.0.0/8',
  '255.255.255.255/32',
  '::1',
  'fd00::/8',
  '2001:db8::1/128',
  '::ffff:10.0.0.1',
])('accepts %s as an address or range', (text) => {
  expect(isAddressRange(text)).toBe(true);
});

const NONE = ['', 'localhost', '192.168.1', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/', 'fd00::/129', 'g::1'];
test.each([...NONE, '10.0.0.1 ', '1.2.3.4/8/8'])('rejects %j', (text) => {
  expect(isAddressRange(text)).toBe(false);
});
