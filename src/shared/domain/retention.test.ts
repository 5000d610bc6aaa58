import { describe, expect, test } from 'vitest';
import { monthsBefore, nextNight } from './retention.ts';

const at = (text: string): number => Date.parse(text);

describe('the next night', () => {
  test.each([
    ['2026-11-28T12:00:00+01:00', '2026-11-29T04:00:00+01:00'],
    ['2026-11-29T03:59:59+01:00', '2026-11-29T04:00:00+01:00'],
    ['2026-11-29T04:00:00+01:00', '2026-11-30T04:00:00+01:00'],
    ['2026-03-28T23:30:00+01:00', '2026-03-29T04:00:00+02:00'],
    ['2026-10-25T02:30:00+02:00', '2026-10-25T04:00:00+01:00'],
  ])('after %s begins at %s by the clock of the shop', (after, night) =>
    expect(nextNight(at(after), 'Europe/Berlin')).toBe(at(night)),
  );
});

test('months are those of the calendar', () => {
  const now = at('2026-08-31T12:00:00+02:00');
  expect(now - monthsBefore(now, 6, 'Europe/Berlin')).toBe(at('2026-02-28T12:00:00+01:00'));
});
