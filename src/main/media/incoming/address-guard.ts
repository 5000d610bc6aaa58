import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The kind of an address: public, of a private network, or one that never has files for us. */
export type AddressKind = 'public' | 'own' | 'never';

/** This computer's own network: the computer itself, private networks and link-local addresses. */
const OWN = blockList(
  ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ['::1/128', 'fc00::/7', 'fe80::/10'],
);
/** Cloud metadata services, which hold secrets: never a customer's network. */
const METADATA = blockList(
  ['100.100.100.200/32', '169.254.169.254/32', '169.254.170.0/24'],
  ['fd00:ec2::/32', 'fd20:ce::/32', 'fe80::a9fe:a9fe/128'],
);
/** Registered for purposes other than hosts with files. */
const NEVER = blockList(
  [
    '0.0.0.0/8',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Only 2000::/3 of IPv6 is allocated; the ranges here lie inside it but are reserved or embed an IPv4 address.
  ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
);
const ALLOCATED = blockList([], ['2000::/3']);
/** Translation for networks without IPv4: the last four bytes are the actual address. */
const TRANSLATED = blockList([], ['64:ff9b::/96']);

/** The kind of this address; `never` if it is not valid. */
export function kindOf(address: string): AddressKind {
  if (isIPv4(address)) return kindIn(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return 'never';
  if (TRANSLATED.check(address, 'ipv6'))
    return kindIn(lastFourBytes(address), 'ipv4') === 'public' ? 'public' : 'never';
  const kind = kindIn(address, 'ipv6');
  return kind === 'public' && !ALLOCATED.check(address, 'ipv6') ? 'never' : kind;
}

function kindIn(address: string, family: 'ipv4' | 'ipv6'): AddressKind {
  if (NEVER.check(address, family) || METADATA.check(address, family)) return 'never';
  return OWN.check(address, family) ? 'own' : 'public';
}

function blockList(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [family, networks] of [
    ['ipv4', ipv4],
    ['ipv6', ipv6],
  ] as const) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      list.addSubnet(address, Number(bits), family);
    }
  }
  return list;
}

/** Of an IPv6 address in any notation. */
function lastFourBytes(address: string): string {
  const written = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (written !== undefined) return written;
  const [high = 0, low = 0] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .replace(/::$/, '::0:0')
    .split(':')
    .slice(-2)
    .map((part) => Number.parseInt(part === '' ? '0' : part, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
