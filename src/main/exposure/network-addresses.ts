import { networkInterfaces } from 'node:os';

export interface NetworkAddress {
  readonly address: string;
  readonly interface: string;
}

/** Bridges and tunnels of containers and virtual machines: other computers do not reach this one there. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|utun|tun|tap|wg|zt|tailscale|lxc|cni|flannel)/i;

/** This computer's addresses in its networks, the likeliest first: real interfaces before virtual ones, IPv4 before IPv6. */
export function networkAddresses(interfaces = networkInterfaces()): readonly NetworkAddress[] {
  const all = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      // Link-local ones need a zone that no link can carry.
      .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
      .map(({ address, family }) => ({
        address,
        interface: name,
        rank: (VIRTUAL.test(name) ? 2 : 0) + (family === 'IPv4' ? 0 : 1),
      })),
  );
  return all.sort((one, other) => one.rank - other.rank).map(({ rank: _rank, ...address }) => address);
}

/** As it stands in a link. */
export function inLink(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
