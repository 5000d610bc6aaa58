import { networkInterfaces } from 'node:os';
import type { Clock } from '#main/clock/clock.ts';

export interface NetworkWatchOptions {
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
  let callOff: () => void;
  const look = (): void => {
    const lookedAt = { wall: clock.wall(), monotonic: clock.monotonic() };
    callOff = clock.after(LOOK_EVERY, () => {
      const late = Math.max(clock.wall() - lookedAt.wall, clock.monotonic() - lookedAt.monotonic) - LOOK_EVERY;
      const now = addresses();
      const hasChanged = late > SLACK || now !== known;
      known = now;
      look();
      if (hasChanged) onChange();
    });
  };
  look();
  return () => callOff();
}

function ownAddresses(): string {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
  );
  return all.toSorted().join('\n');
}
