import { statfs } from 'node:fs/promises';
import { check, failed, passed, warning, skipped, type Check, type CheckParts, type ProbeResult } from './check.ts';
import { phrase, type Phrase, problemOf } from '#shared/locales/phrase.ts';
import type { Clock } from '#main/clock/clock.ts';

const MEGABYTE = 1_000_000;
/** Bytes: below the first the owner is warned, below the second chats are at risk. */
const LOW_SPACE = 1000 * MEGABYTE;
const CRITICAL_SPACE = 200 * MEGABYTE;

/** Free space on the data folder's disk, for this user. */
export function diskCheck(
  { dataDir }: Pick<CheckParts, 'dataDir'>,
  freeIn: (folder: string) => Promise<number> = freeBytes,
): Check {
  return check('disk', 5, async () => {
    const free = await freeIn(dataDir);
    const room = free < LOW_SPACE ? `${Math.floor(free / MEGABYTE)} MB` : `${(free / (1000 * MEGABYTE)).toFixed(1)} GB`;
    if (free >= LOW_SPACE) return passed(phrase('findings:findings.disk.passed', { room }));
    const problem = {
      what: phrase('findings:findings.disk.little', { room }),
      todo: phrase('findings:findings.disk.todo'),
    };
    return free < CRITICAL_SPACE ? failed(problem) : warning(problem);
  });
}

/** Checks that the database accepts a write, down to the disk. */
export function storeCheck({ store }: Pick<CheckParts, 'store'>): Check {
  return check('store', 10, async () => {
    if (store.readOnly) return failed(problemOf('findings.store.newer'));
    try {
      await store.write('checkWritable');
    } catch {
      return failed(problemOf('findings.store.failed'));
    }
    return passed(phrase('findings:findings.store.passed'));
  });
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const MINUTE = 60_000;
/** Milliseconds this computer's clock may be off. */
const MAX_CLOCK_OFFSET = 2 * MINUTE;

/** Clocks of other servers, collected from their responses to other checks. */
export type ClockReadings = ReturnType<typeof createClockReadings>;

export function createClockReadings(clock: Clock) {
  const readings: { readonly host: string; readonly off: number }[] = [];
  return {
    note: (host: string, called: ProbeResult) => {
      // The header has whole seconds, so on average it lags by half of one.
      if ('status' in called && called.date !== undefined)
        readings.push({ host, off: clock.wall() - called.took / 2 - (called.date + 500) });
    },
    /** the smallest difference: one clock that agrees is enough */
    closest: () => readings.toSorted((a, b) => Math.abs(a.off) - Math.abs(b.off))[0],
  };
}

/** Checks that the clock is right, as far as other clocks were seen. */
export function clockCheck(readings: ClockReadings): Check {
  return check('clock', 5, async () => {
    const reading = readings.closest();
    if (reading === undefined) return skipped(phrase('findings:findings.clock.unknown'));
    const { host, off } = reading;
    if (Math.abs(off) <= MAX_CLOCK_OFFSET) return passed(phrase('findings:findings.clock.passed', { who: host }));
    return warning({ what: difference(off, host), todo: phrase('findings:findings.clock.todo') });
  });
}

function difference(off: number, host: string): Phrase {
  const count = Math.round(Math.abs(off) / MINUTE);
  return off > 0
    ? phrase('findings:findings.clock.ahead', { count, who: host })
    : phrase('findings:findings.clock.behind', { count, who: host });
}
