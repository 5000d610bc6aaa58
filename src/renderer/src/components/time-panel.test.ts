import { expect, test } from 'vitest';
import { ALWAYS_OPEN, type WorkingHours } from '#shared/domain/working-hours.ts';
import { laterTimes } from './time-panel.tsx';

// Wednesday.
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();
const tenToSix: WorkingHours = {
  ...ALWAYS_OPEN,
  always: false,
  zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? [{ from: 600, to: 1080 }] : [])),
};
const named = (now: number, hours: WorkingHours) =>
  Object.fromEntries(laterTimes(now, hours).map(({ name, at: time }) => [name, time]));

test('offers a few hours later and nine in the morning if the shop never closes', () => {
  expect(named(at(18, 11, 10), ALWAYS_OPEN)).toEqual({
    laterToday: at(18, 14, 30),
    tomorrow: at(19, 9),
    monday: at(23, 9),
  });
});

test('offers mornings at opening time, and later today before closing time', () => {
  expect(named(at(18, 11), tenToSix)).toEqual({ laterToday: at(18, 14), tomorrow: at(19, 10), monday: at(23, 10) });
  expect(named(at(18, 16), tenToSix)).toMatchObject({ laterToday: at(18, 17) });
  expect(named(at(18, 17, 30), tenToSix)).not.toHaveProperty('laterToday');
});

test('skips closed days for tomorrow, and calls Monday tomorrow on Sundays', () => {
  expect(named(at(20, 17, 30), tenToSix)).toEqual({ monday: at(23, 10) });
  expect(named(at(22, 12), tenToSix)).toEqual({ tomorrow: at(23, 10) });
});

test('offers the next opening over holidays', () => {
  const holidays = [{ name: 'Inventory', from: '2026-11-19', to: '2026-11-24', yearly: false }];
  expect(named(at(18, 17, 30), { ...tenToSix, holidays })).toEqual({ opening: at(25, 10) });
});

test('offers no times if the shop never opens', () => {
  expect(named(at(18, 12), { ...tenToSix, week: [[], [], [], [], [], [], []] })).toEqual({});
});
