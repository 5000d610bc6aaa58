import { expect, test } from 'vitest';
import { backupSettings, type BackupSettings } from '#shared/contract/archive.ts';
import { nextBackupTime as dueTime } from './backups.ts';

const settings = (given: Partial<BackupSettings>): BackupSettings => ({ ...backupSettings.parse({}), ...given });
/** 18 November 2026, a Wednesday, in local time like the schedule. */
const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();

const nextBackupTime = (backups: BackupSettings) => dueTime(backups, at(30, 12));

test('without a schedule, no backup is due', () => {
  expect(nextBackupTime(settings({ every: 'never', since: at(18, 12) }))).toBeUndefined();
});

test('a daily backup is due at the first such time after the schedule was set, then after the last backup', () => {
  expect(nextBackupTime(settings({ every: 'day', since: at(18, 12) }))).toBe(at(19, 3));
  expect(nextBackupTime(settings({ every: 'day', since: at(18, 1) }))).toBe(at(18, 3));
  expect(nextBackupTime(settings({ every: 'day', since: at(18, 12), last: { at: at(20, 3) } }))).toBe(at(21, 3));
});

test('a weekly backup is due on Monday', () => {
  expect(nextBackupTime(settings({ every: 'week', since: at(18, 12) }))).toBe(at(23, 3));
});

test('one backup replaces several missed ones', () => {
  const missed = settings({ every: 'day', since: at(1, 12) });
  expect(nextBackupTime(missed)).toBe(at(2, 3));
  expect(nextBackupTime({ ...missed, last: { at: at(18, 9) } })).toBe(at(19, 3));
});
