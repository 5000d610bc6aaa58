import { BlockList, type AddressInfo, type Server } from 'node:net';
import type { Doors } from '#main/exposure/ports.ts';
import type { Admission } from '#main/intake/admission.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a server that is bound to this address answers others than this computer. */
export function isReachedByOthers({ address, family }: Pick<AddressInfo, 'address' | 'family'>): boolean {
  return !LOOPBACK.check(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
}

export interface Counting {
  readonly limit: Doors['limit'];
  /** to be called when a server was bound or closed */
  readonly look: () => void;
}

/** Counts requests while others reach one of the servers, whatever the owner chose, and also while the owner has others come. */
export function countWhileReached(
  admission: Pick<Admission, 'limit'>,
  servers: () => readonly Pick<Server, 'address'>[],
): Counting {
  let limits: Parameters<Doors['limit']>[0] | undefined;
  let isLed = false;
  const look = (): void => {
    const bound = servers().map((server) => server.address());
    const isReached = bound.some(
      (address) => typeof address === 'object' && address !== null && isReachedByOthers(address),
    );
    admission.limit(isLed || isReached ? limits : undefined);
  };
  return {
    look,
    limit: (given, led) => {
      limits = given;
      isLed = led;
      look();
    },
  };
}
