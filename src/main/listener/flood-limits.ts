import { BlockList, type AddressInfo, type Server } from 'node:net';
import type { Doors } from '#main/exposure/ports.ts';
import type { Admission } from '#main/intake/admission.ts';
import type { Duplex } from 'node:stream';
import type { Clock } from '#main/clock/clock.ts';

const LOOPBACK = new BlockList();

LOOPBACK.addSubnet('127.0.0.0', 8);

LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a server that is bound to this address answers others than this computer. */
export function isReachedByOthers({ address, family }: Pick<AddressInfo, 'address' | 'family'>): boolean {
  return !LOOPBACK.check(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
}

interface Counting {
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

/** So long a refusal waits: who floods gets through his connections that much slower, and the work stays little. */
const HOLD = 500;

/** Held at once; the next one is answered at once, and its connection closed. */
const MOST = 1000;

export interface HeldAnswers {
  /** resolves when the refusal may go out on this connection; false: at once, and the connection should end with it */
  readonly hold: (socket: Pick<Duplex, 'pause' | 'resume'>) => Promise<boolean>;
  /** lets all of them go */
  readonly release: () => void;
}

/** Refusals of a flood, held back for a moment while nothing more is read from their connections. */
export function createHeldAnswers(clock: Pick<Clock, 'after'>): HeldAnswers {
  const held = new Set<() => void>();
  let isReleased = false;
  return {
    hold: async (socket) => {
      if (isReleased || held.size >= MOST) return false;
      socket.pause();
      await new Promise<void>((resolve) => {
        const letGo = (): void => {
          cancelTimer();
          held.delete(letGo);
          resolve();
        };
        const cancelTimer = clock.after(HOLD, letGo);
        held.add(letGo);
      });
      socket.resume();
      return true;
    },
    release: () => {
      isReleased = true;
      for (const letGo of [...held]) letGo();
    },
  };
}
