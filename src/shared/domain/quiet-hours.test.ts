import { describe, expect, test } from 'vitest';
import { quietHours } from './entities.ts';
import { isHeld, isQuiet, timeUntilHeld, timeUntilQuiet } from './quiet-hours.ts';

const night = { from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' };
const at = (time: string): number => Date.parse(time);

describe('quiet hours', () => {
  test.each([
    ['2026-11-24T20:59:59Z', false],
    ['2026-11-24T21:00:00Z', true],
    ['2026-11-24T23:30:00Z', true],
    ['2026-11-25T05:59:59Z', true],
    ['2026-11-25T06:00:00Z', false],
    // In summer the same hours begin an hour earlier in UTC.
    ['2026-07-01T20:00:00Z', true],
    ['2026-07-01T05:00:00Z', false],
  ])('past midnight, by the clock of their zone: %s', (time, quiet) => {
    expect(isQuiet(night, at(time))).toBe(quiet);
  });

  test('within a day they end at their end', () => {
    const lunch = { from: 12 * 60, to: 13 * 60, zone: 'UTC' };
    const quiet = ['11:59', '12:00', '12:59', '13:00'].map((time) => isQuiet(lunch, at(`2026-11-24T${time}:00Z`)));
    expect(quiet).toEqual([false, true, true, false]);
  });

  const lateAgain = { from: 3 * 60 + 30, to: 7 * 60, zone: 'Europe/Berlin' };
  test.each([
    [night, '2026-11-24T20:59:59.250Z', 750],
    [night, '2026-11-24T20:00:00.001Z', 3_599_999],
    [night, '2026-11-24T20:00:00Z', Infinity],
    [night, '2026-11-24T21:00:00Z', 0],
    [night, '2026-11-25T06:00:00Z', Infinity],
    [undefined, '2026-11-24T21:00:00Z', Infinity],
    // At 2 the clock is put forward to 3.
    [lateAgain, '2026-03-29T00:59:00Z', 31 * 60_000],
  ])('begin within the next hour, or not: %j at %s', (quiet, time, until) => {
    expect(timeUntilQuiet(quiet, at(time), 3_600_000)).toBe(until);
  });

  test('a day without an end, an unknown zone and broken minutes are refused', () => {
    for (const wrong of [{ to: 22 * 60 }, { zone: 'Europe/Atlantis' }, { from: 1440 }, { to: -1 }, { from: 0.5 }])
      expect(quietHours.safeParse({ ...night, ...wrong }).success).toBe(false);
    expect(quietHours.parse(night)).toEqual(night);
  });

  test('nobody is called in their quiet hours, nor while they are away and everything is closed', () => {
    const hours = (installation: boolean, ...channels: readonly boolean[]) => ({
      installation: { open: installation },
      channels: channels.map((open) => ({ open })),
    });
    const noon = at('2026-11-24T12:00:00Z');
    expect(isHeld({ presence: 'online', quietHours: night }, hours(true), at('2026-11-24T23:00:00Z'))).toBe(true);
    expect(isHeld({ presence: 'away', quietHours: night }, hours(true), at('2026-11-24T23:00:00Z'))).toBe(true);
    expect(isHeld({ presence: 'online', quietHours: night }, hours(false), noon)).toBe(false);
    expect(isHeld({ presence: 'away' }, hours(true), noon)).toBe(false);
    expect(isHeld({ presence: 'away' }, hours(false), noon)).toBe(true);
    expect(isHeld({ presence: 'away' }, hours(false, false, true), noon)).toBe(false);
    expect(isHeld({ presence: 'away' }, hours(true, false), noon)).toBe(true);
  });

  const evening = at('2026-11-24T20:00:00Z');
  const hour = 3_600_000;
  const closed = { open: false, changesAt: evening + 1000 };
  const until = (minutes: number) => ({ open: true, changesAt: evening + minutes * 60_000 });
  test.each([
    ['online, whatever is open', 'online', undefined, closed, [], Infinity],
    ['online, until their quiet hours', 'online', night, closed, [], hour],
    ['away, until it closes', 'away', undefined, until(20), [], 20 * 60_000],
    ['away, until the last channel closes', 'away', undefined, closed, [until(5), until(20), closed], 20 * 60_000],
    ['away, and a channel never closes', 'away', undefined, until(20), [until(5), { open: true }], Infinity],
    ['away, until their quiet hours', 'away', night, until(90), [], hour],
    ['away, until it closes before their quiet hours', 'away', night, until(20), [], 20 * 60_000],
    ['away, and all is closed', 'away', undefined, until(20), [closed], 0],
  ] as const)('who may be called is so for as long: %s', (_who, presence, quiet, installation, channels, time) => {
    expect(timeUntilHeld({ presence, quietHours: quiet }, { installation, channels }, evening, 2 * hour)).toBe(time);
  });
});
