import type { Duplex } from 'node:stream';
import type { Clock } from '#main/clock/clock.ts';

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
          callOff();
          held.delete(letGo);
          resolve();
        };
        const callOff = clock.after(HOLD, letGo);
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
