import type { Clock } from '#main/clock/clock.ts';
import type { Called } from './call.ts';
import { passed, skipped, warning, type Check } from './check.ts';

const MINUTE = 60_000;
/** Milliseconds that this computer's clock may be off. */
const MOST_OFF = 2 * MINUTE;

/** What other computers' clocks said while they were asked something else. */
export interface ClockReadings {
  readonly note: (who: string, called: Called) => void;
  /** the one that differs least: one that agrees is enough to be right */
  readonly closest: () => { readonly who: string; readonly off: number } | undefined;
}

export function createClockReadings(clock: Clock): ClockReadings {
  const readings: { readonly who: string; readonly off: number }[] = [];
  return {
    note: (who, called) => {
      // The header has whole seconds, so on average it is half of one behind.
      if ('status' in called && called.date !== undefined)
        readings.push({ who, off: clock.wall() - called.took / 2 - (called.date + 500) });
    },
    closest: () => readings.toSorted((one, other) => Math.abs(one.off) - Math.abs(other.off))[0],
  };
}

/** Whether the clock is right, as far as somebody else's was seen. */
export function clockCheck(readings: ClockReadings): Check {
  return {
    id: 'clock',
    title: 'This computer’s clock',
    deadline: 5000,
    look: async () => {
      const reading = readings.closest();
      if (reading === undefined) return skipped('No other computer was asked whose clock it could be compared with');
      const { who, off } = reading;
      if (Math.abs(off) <= MOST_OFF) return passed(`It agrees with that of ${who}`);
      return warning(offWords(off, who), 'Let the system set date and time by itself.');
    },
  };
}

function offWords(off: number, who: string): string {
  const minutes = Math.round(Math.abs(off) / MINUTE);
  if (off > 0)
    return minutes === 1
      ? `It is ${minutes} minute ahead of that of ${who}`
      : `It is ${minutes} minutes ahead of that of ${who}`;
  return minutes === 1
    ? `It is ${minutes} minute behind that of ${who}`
    : `It is ${minutes} minutes behind that of ${who}`;
}
