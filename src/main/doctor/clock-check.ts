import type { Clock } from '#main/clock/clock.ts';
import type { Called } from './call.ts';
import { passed, skipped, warning, type Check } from './check.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

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
    title: phrase('findings:findings.clock.title'),
    deadline: 5000,
    look: async () => {
      const reading = readings.closest();
      if (reading === undefined) return skipped(phrase('findings:findings.clock.unknown'));
      const { who, off } = reading;
      if (Math.abs(off) <= MOST_OFF) return passed(phrase('findings:findings.clock.passed', { who }));
      return warning(difference(off, who), phrase('findings:findings.clock.todo'));
    },
  };
}

function difference(off: number, who: string): Phrase {
  const count = Math.round(Math.abs(off) / MINUTE);
  return off > 0
    ? phrase('findings:findings.clock.ahead', { count, who })
    : phrase('findings:findings.clock.behind', { count, who });
}
