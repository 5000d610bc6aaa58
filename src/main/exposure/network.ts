import { networkInterfaces } from 'node:os';
import type { Clock } from '#main/clock/clock.ts';

interface NetworkAddress {
  readonly address: string;
  readonly interface: string;
}

/** Bridges and tunnels of containers and virtual machines: other computers cannot reach this one there. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|utun|tun|tap|wg|zt|tailscale|lxc|cni|flannel)/i;

/** Recognizes such a network interface by its name. */
export function isVirtual(name: string): boolean {
  return VIRTUAL.test(name);
}

/** This computer's addresses, the likeliest first: physical interfaces before virtual ones, IPv4 before IPv6. */
export function networkAddresses(interfaces = networkInterfaces()): readonly NetworkAddress[] {
  const all = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      // Link-local addresses need a zone, which a link cannot contain.
      .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
      .map(({ address, family }) => ({
        address,
        interface: name,
        rank: (isVirtual(name) ? 2 : 0) + (family === 'IPv4' ? 0 : 1),
      })),
  );
  return all.sort((a, b) => a.rank - b.rank).map(({ rank: _rank, ...address }) => address);
}

interface NetworkWatchOptions {
  readonly clock: Clock;
  /** the computer slept, or its addresses changed */
  readonly onChange: () => void;
  /** as text, for comparison */
  readonly addresses?: () => string;
}

/** Milliseconds between two looks: while there is a network, and while there is none. */
const CHECK_INTERVAL = 10_000;
const OFFLINE_INTERVAL = 2000;
/** Milliseconds of delay after which the computer must have slept. */
const MAX_DELAY = 10_000;

/**
 * Reports within ten seconds that the computer woke up or its network changed, and within two that there is one again.
 * Returns a function to stop.
 */
export function watchNetwork({ clock, onChange, addresses = ownAddresses }: NetworkWatchOptions): () => void {
  let known = addresses();
  let cancelTimer: () => void;
  const check = (): void => {
    const checkedAt = { wall: clock.wall(), monotonic: clock.monotonic() };
    const interval = known === '' ? OFFLINE_INTERVAL : CHECK_INTERVAL;
    cancelTimer = clock.after(interval, () => {
      const late = Math.max(clock.wall() - checkedAt.wall, clock.monotonic() - checkedAt.monotonic) - interval;
      const now = addresses();
      const hasChanged = late > MAX_DELAY || now !== known;
      known = now;
      check();
      if (hasChanged) onChange();
    });
  };
  check();
  return () => cancelTimer();
}

/** Watches only while that is wanted. */
export function createNetworkWatch(options: NetworkWatchOptions): (isWanted: boolean) => void {
  let stop: (() => void) | undefined;
  return (isWanted) => {
    if (isWanted) stop ??= watchNetwork(options);
    else {
      stop?.();
      stop = undefined;
    }
  };
}

function ownAddresses(): string {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
  );
  return all.toSorted().join('\n');
}
