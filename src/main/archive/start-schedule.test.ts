import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { startedDueWork } from '../../../test/fixtures/due-work.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { Settings } from '#main/settings/settings.ts';
import { backupSettings, type BackupSettings } from '#shared/contract/archive.ts';
import { backupName } from './backup-format.ts';
import { pruneBackups, startSchedule } from './backups.ts';
import { foreignText, type Phrase } from '#shared/locales/phrase.ts';

const MINUTE = 60_000;

function scheduled(backups: Partial<BackupSettings>, wall: number, write?: Settings['write']) {
  let state = { backups: { ...backupSettings.parse({}), ...backups } } as unknown as ReturnType<Settings['current']>;
  const settings: Pick<Settings, 'current' | 'write'> = {
    current: () => state,
    write:
      write ??
      (async (_name, change) => {
        state = { ...state, backups: { ...state.backups, ...(change as { readonly backups: object }).backups } };
        return [];
      }),
  };
  const clock = createFakeClock(wall);
  const came: ('busy' | { readonly problem?: Phrase })[] = [];
  const run = vi.fn<() => Promise<'busy' | { readonly problem?: Phrase }>>(async () => came.shift() ?? {});
  const due = startedDueWork(clock);
  const schedule = startSchedule({ settings: settings as Settings, clock, due, log: pino({ level: 'silent' }), run });
  return { clock, run, came, schedule, last: () => state.backups.last };
}

test('a missed backup is made once, two minutes after the start', async () => {
  const now = new Date(2026, 10, 18, 9).getTime();
  const { clock, run, last, schedule } = scheduled({ every: 'day', since: now - 5 * 24 * 60 * MINUTE }, now);
  await clock.advance(MINUTE);
  expect(run).not.toHaveBeenCalled();
  await clock.advance(MINUTE);
  expect(last()).toMatchObject({ at: now + 2 * MINUTE });
  await clock.advance(60 * MINUTE);
  expect(run).toHaveBeenCalledTimes(1);
  await schedule.stop();
});

test('retries while another job is running, and keeps the failure', async () => {
  const now = new Date(2026, 10, 18, 9).getTime();
  const { clock, run, came, last, schedule } = scheduled({ every: 'day', since: now - 24 * 60 * MINUTE }, now);
  came.push('busy', { problem: foreignText('The disk is full.') });
  await clock.advance(2 * MINUTE);
  expect(run).toHaveBeenCalledTimes(1);
  await clock.advance(MINUTE);
  expect(run).toHaveBeenCalledTimes(2);
  expect(last()).toMatchObject({ problem: foreignText('The disk is full.') });
  await schedule.stop();
});

test('is made once, also if that cannot be noted', async () => {
  const now = new Date(2026, 10, 18, 9).getTime();
  const { clock, run, schedule } = scheduled({ every: 'day', since: now - 24 * 60 * MINUTE }, now, async () => {
    throw new Error('the database is only read');
  });
  await clock.advance(60 * MINUTE);
  expect(run).toHaveBeenCalledTimes(1);
  await clock.advance(24 * 60 * MINUTE);
  expect(run).toHaveBeenCalledTimes(2);
  await schedule.stop();
});

test('after a clock that was ahead for a backup is set right, they go on', async () => {
  const now = new Date(2026, 10, 18, 9).getTime();
  const DAY = 24 * 60 * MINUTE;
  const noted = { since: now + 3650 * DAY, last: { at: now + 3651 * DAY } };
  const { clock, run, last, schedule } = scheduled({ every: 'day', ...noted }, now);
  await clock.advance(2 * MINUTE);
  expect(last()).toMatchObject({ at: now + 2 * MINUTE });
  await clock.advance(DAY);
  expect(run).toHaveBeenCalledTimes(2);
  await schedule.stop();
});

test('of scheduled backups the oldest go; those of a clock that was ahead take no place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterbell-backups-'));
  const at = (year: number, day: number): number => new Date(year, 10, day, 3).getTime();
  const ahead = [1, 2, 3].map((day) => at(2036, day));
  const days = [11, 12, 13, 14, 15, 16, 17, 18].map((day) => at(2026, day));
  const names = [...ahead, ...days].map((time) => backupName(time, 'scheduled'));
  for (const name of names) await writeFile(join(folder, name), 'a backup');
  await pruneBackups(folder, at(2026, 18));
  expect((await readdir(folder)).toSorted()).toEqual(names.filter((_, index) => index !== 3).toSorted());
  await pruneBackups(folder, at(2036, 3));
  expect((await readdir(folder)).toSorted()).toEqual(names.filter((_, index) => index < 3 || index > 6).toSorted());
  await rm(folder, { recursive: true });
});
