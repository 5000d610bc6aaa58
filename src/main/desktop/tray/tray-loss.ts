import type { Clock } from '#main/clock/clock.ts';

/** Milliseconds after which a panel that went away does not come back by itself: one that crashed is started anew. */
const RESTART = 4000;

/** Tells apart a tray that is lost from one that is only started anew. */
export interface TrayLoss {
  readonly see: (available: boolean) => void;
  readonly stop: () => void;
}

/** `onLost` is called once for each time that the tray is gone and stays so. */
export function createTrayLoss(clock: Clock, onLost: () => void): TrayLoss {
  let callOff = (): void => undefined;
  return {
    see: (available) => {
      callOff();
      callOff = available ? () => undefined : clock.after(RESTART, onLost);
    },
    stop: () => callOff(),
  };
}
