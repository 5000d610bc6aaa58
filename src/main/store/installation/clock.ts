import type { ClockState } from '#main/clock/settled-clock.ts';
import type { Connection } from '../connection.ts';

/** Reads the last run's state of the clock, null if it saved nothing; undefined: nothing was ever stored here. */
async function readClock(db: Connection): Promise<unknown> {
  const value = await db.value<string>`SELECT value FROM settings WHERE name = 'clock'`;
  if (value !== undefined) return JSON.parse(value);
  return (await db.get`SELECT 1 FROM settings`) === undefined ? undefined : null;
}

async function saveClock(db: Connection, state: ClockState) {
  await db.put('settings', { name: 'clock' }, { value: JSON.stringify(state) });
}

export const clockQueries = { readClock } as const;

export const clockTransactions = { saveClock } as const;
