import { expect, test } from 'vitest';
import { backupSettings, type BackupSettings } from '#shared/contract/archive.ts';
import { nextTurn } from './schedule.ts';

const settings = (given: Partial<BackupSettings>): BackupSettings => ({ ...backupSettings.parse({}), ...given });
/** 18 November 2026 is a Wednesday; on this computer's clock, as the schedule is. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

test('without a schedule it is never its turn', () => {
  expect(nextTurn(settings({ every: 'never', since: at(18, 12) }))).toBeUndefined();
});

test('every day it is the first such time after it was set, then the first after the last one', () => {
  expect(nextTurn(settings({ every: 'day', time: '03:00', since: at(18, 12) }))).toBe(at(19, 3));
  expect(nextTurn(settings({ every: 'day', time: '13:30', since: at(18, 12) }))).toBe(at(18, 13, 30));
  expect(nextTurn(settings({ every: 'day', time: '03:00', since: at(18, 12), last: { at: at(20, 3) } }))).toBe(
    at(21, 3),
  );
});

test('every week it is on its weekday', () => {
  expect(nextTurn(settings({ every: 'week', time: '03:00', weekday: 1, since: at(18, 12) }))).toBe(at(23, 3));
  expect(nextTurn(settings({ every: 'week', time: '12:00', weekday: 3, since: at(18, 12) }))).toBe(at(25, 12));
});

test('a turn that passed while nobody was there is still its turn, once', () => {
  const missed = settings({ every: 'day', time: '03:00', since: at(1, 12) });
  expect(nextTurn(missed)).toBe(at(2, 3));
  expect(nextTurn({ ...missed, last: { at: at(18, 9) } })).toBe(at(19, 3));
});
