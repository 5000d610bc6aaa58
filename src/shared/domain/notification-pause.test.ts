import { expect, test } from 'vitest';
import { pauseEnd } from './notification-pause.ts';

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

test('a pause of an hour ends an hour later', () => {
  expect(pauseEnd('hour', at(21, 23, 30))).toBe(at(22, 0, 30));
});

test.each([0, 7, 18, 23])('"until tomorrow" at %i o’clock ends in the morning of the next day', (hour) => {
  expect(pauseEnd('tomorrow', at(30, hour))).toBe(new Date(2026, 11, 1, 8).getTime());
});
