import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction, type Socket } from 'node:net';

/** The kind of an address: public, of a private network, or one that never has files for us. */
export type AddressKind = 'public' | 'own' | 'never';

/** The network that calls to addresses of strangers are made in; tests supply their own. */
export interface NetworkEdge {
  /** all addresses of a name */
  readonly resolve: (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
  readonly kindOf: (address: string) => AddressKind;
}

export const SYSTEM_EDGE: NetworkEdge = { resolve: (name) => lookup(name, { all: true }), kindOf };

/** Keeps calls to strangers' addresses out of networks that are none of their business. */
export type AddressGuard = ReturnType<typeof createAddressGuard>;

/** `ownNetwork`: whether this computer's own network may be accessed. */
export function createAddressGuard(edge: NetworkEdge, ownNetwork: boolean) {
  let refused = false;
  const isOpen = (address: string): boolean => {
    const kind = edge.kindOf(address);
    const open = kind === 'public' || (kind === 'own' && ownNetwork);
    refused ||= !open;
    return open;
  };
  const lookUp: LookupFunction = (name, options, settle) => {
    edge.resolve(name).then(
      (found) => {
        const [first] = found;
        // One forbidden address is enough to refuse the name.
        if (first === undefined || !found.every(({ address }) => isOpen(address)))
          return settle(new ForbiddenAddressError(), '', 4);
        return options.all === true ? settle(null, [...found]) : settle(null, first.address, first.family);
      },
      (error: unknown) => settle(error instanceof Error ? error : new Error(String(error)), '', 4),
    );
  };
  return {
    /** for the connection, so that a name cannot resolve to another address after the check */
    lookup: lookUp,
    /** throws for a host that is a forbidden address, which is not resolved */
    checkHost: (target: URL): void => {
      const host = hostOf(target);
      if (isIP(host) !== 0 && !isOpen(host)) throw new ForbiddenAddressError();
    },
    /** the address at the other end, which has the final say */
    permits: ({ remoteAddress }: Socket): boolean => remoteAddress !== undefined && isOpen(remoteAddress),
    /** something was refused */
    get refused() {
      return refused;
    },
  };
}

/** The address is in a network that may not be accessed. */
export class ForbiddenAddressError extends Error {
  constructor() {
    super('The address is in a network that may not be accessed');
    this.name = 'ForbiddenAddressError';
  }
}

/** The bare host: an address without brackets, a name without its trailing dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

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

/** Last four bytes of an IPv6 address in any notation. */
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
