import { BlockList, type AddressInfo, type Server } from 'node:net';
import type { ListenerControl } from '#main/exposure/ports.ts';
import type { Admission } from '#main/intake/admission.ts';
import type { Duplex } from 'node:stream';
import type { Clock } from '#main/clock/clock.ts';

const LOOPBACK = new BlockList();

LOOPBACK.addSubnet('127.0.0.0', 8);

LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a server bound to this address can be reached from other computers. */
export function isReachableByOthers({ address, family }: Pick<AddressInfo, 'address' | 'family'>): boolean {
  return !LOOPBACK.check(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
}

interface FloodLimits {
  readonly limit: ListenerControl['limit'];
  /** call after a server was bound or closed */
  readonly update: () => void;
}

/** Counts requests while others can reach one of the servers, whatever the owner chose, or are let in by the owner. */
export function limitWhileReachable(
  admission: Pick<Admission, 'limit'>,
  servers: () => readonly Pick<Server, 'address'>[],
): FloodLimits {
  let limits: Parameters<ListenerControl['limit']>[0] | undefined;
  let isForwarded = false;
  const update = (): void => {
    const bound = servers().map((server) => server.address());
    const isReachable = bound.some(
      (address) => typeof address === 'object' && address !== null && isReachableByOthers(address),
    );
    admission.limit(isForwarded || isReachable ? limits : undefined);
  };
  return {
    update,
    limit: (given, led) => {
      limits = given;
      isForwarded = led;
      update();
    },
  };
}

/** Milliseconds by which a refusal is delayed: slows a flood per connection, and keeps the work small. */
const HOLD_TIME = 500;

/** Held at once; beyond that, refusals are sent at once and their connections closed. */
const MAX_HELD = 1000;

export interface HeldAnswers {
  /** resolves when the refusal may be sent on this connection; false: now, and the connection should end with it */
  readonly hold: (socket: Pick<Duplex, 'pause' | 'resume'>) => Promise<boolean>;
  /** releases all of them */
  readonly release: () => void;
}

/** Holds back refusals during a flood, without reading more from their connections meanwhile. */
export function createHeldAnswers(clock: Pick<Clock, 'after'>): HeldAnswers {
  const held = new Set<() => void>();
  let isReleased = false;
  return {
    hold: async (socket) => {
      if (isReleased || held.size >= MAX_HELD) return false;
      socket.pause();
      await new Promise<void>((resolve) => {
        const releaseOne = (): void => {
          cancelTimer();
          held.delete(releaseOne);
          resolve();
        };
        const cancelTimer = clock.after(HOLD_TIME, releaseOne);
        held.add(releaseOne);
      });
      socket.resume();
      return true;
    },
    release: () => {
      isReleased = true;
      for (const releaseOne of [...held]) releaseOne();
    },
  };
}
