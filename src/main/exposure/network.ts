import { networkInterfaces } from 'node:os';
import type { Clock } from '#main/clock/clock.ts';

interface NetworkAddress {
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

interface NetworkWatchOptions {
  readonly clock: Clock;
  /** the computer slept, or its addresses are others than before */
  readonly onChange: () => void;
  /** in a text, so that they can be compared */
  readonly addresses?: () => string;
}

const LOOK_EVERY = 2000;
/** Milliseconds by which a look may be late before the computer must have slept. */
const SLACK = 10_000;

/** Tells when the computer woke up or its network changed: within two seconds. Returns how to stop. */
export function watchNetwork({ clock, onChange, addresses = ownAddresses }: NetworkWatchOptions): () => void {
  let known = addresses();
  let cancelTimer: () => void;
  const look = (): void => {
    const lookedAt = { wall: clock.wall(), monotonic: clock.monotonic() };
    cancelTimer = clock.after(LOOK_EVERY, () => {
      const late = Math.max(clock.wall() - lookedAt.wall, clock.monotonic() - lookedAt.monotonic) - LOOK_EVERY;
      const now = addresses();
      const hasChanged = late > SLACK || now !== known;
      known = now;
      look();
      if (hasChanged) onChange();
    });
  };
  look();
  return () => cancelTimer();
}

function ownAddresses(): string {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
  );
  return all.toSorted().join('\n');
}
