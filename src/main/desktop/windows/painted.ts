import type { BrowserWindow } from 'electron';
import type { Clock } from '#main/clock/clock.ts';

/** Milliseconds after which a window is shown even if it has not said that it is painted: on some machines it never does. */
const LONGEST = 5000;

/** Resolves once a hidden window can be shown without flashing. */
export function whenPainted(window: Pick<BrowserWindow, 'once'>, clock: Pick<Clock, 'after'>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(LONGEST, resolve);
    window.once('closed', cancel);
    window.once('ready-to-show', () => {
      cancel();
      resolve();
    });
  });
}
