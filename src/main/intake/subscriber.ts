import { isIPv6 } from 'node:net';

/**
 * What counts as one sender: an IPv4 address (also where it is written as an IPv6 one), or a whole IPv6 /64,
 * because one subscriber has that many addresses. Anything else stands for itself.
 */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.split('%');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  return mapped ?? `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
}

function groupsOf(address: string): readonly string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
