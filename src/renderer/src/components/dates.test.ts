import { describe, expect, it, vi } from 'vitest';
import {
  clockOf,
  formatAge,
  formatAgo,
  formatDay,
  formatFull,
  formatTyped,
  formatWaiting,
  minutesOf,
  momentOf,
  waitingStep,
  weekdayNames,
} from './dates.tsx';

const now = new Date(2026, 10, 21, 14, 5, 30).getTime();
const minute = 60_000;

describe('formats ages as people say them', () => {
  it.each([
    ['now', now - 59_000],
    ['now', now + 5_000],
    ['1 min', now - minute],
    ['59 min', now - 59 * minute],
    ['13:05', now - 60 * minute],
    ['00:01', new Date(2026, 10, 21, 0, 1).getTime()],
    ['yesterday', new Date(2026, 10, 20, 9, 0).getTime()],
    ['3 Nov', new Date(2026, 10, 3, 9, 0).getTime()],
    ['3 Nov 2025', new Date(2025, 10, 3, 9, 0).getTime()],
  ])('%s', (words, at) => {
    expect(formatAge(at, now)).toBe(words);
  });

  it.each([
    ['just now', now - 59_000],
    ['1 min ago', now - minute],
    ['at 13:05', now - 60 * minute],
    ['yesterday', new Date(2026, 10, 20, 9, 0).getTime()],
    ['on 3 Nov', new Date(2026, 10, 3, 9, 0).getTime()],
  ])('within a sentence: %s', (words, at) => {
    expect(formatAgo(at, now)).toBe(words);
  });

  it('counts minutes across midnight instead of saying yesterday', () => {
    const justAfterMidnight = new Date(2026, 10, 21, 0, 10).getTime();
    expect(formatAge(justAfterMidnight - 20 * minute, justAfterMidnight)).toBe('20 min');
  });

  it.each([
    ['Today', now],
    ['Yesterday', now - 24 * 60 * minute],
    ['Tuesday 3 November', new Date(2026, 10, 3).getTime()],
    ['Monday, 3 November 2025', new Date(2025, 10, 3).getTime()],
  ])('days: %s', (words, at) => {
    expect(formatDay(at, now)).toBe(words);
  });
});

it('full dates have no seconds', () => {
  expect(formatFull(now)).toBe('Saturday, 21 November 2026, 14:05');
});

it('fields of times get their values as the browser takes them', () => {
  expect(momentOf(now)).toBe('2026-11-21T14:05');
  expect(minutesOf(clockOf(9 * 60 + 5))).toBe(9 * 60 + 5);
});

it.each([
  ['en-US', '12:00 AM'],
  ['en-GB', '00:00'],
  ['de', '00:00'],
])('a hint beside a field of a browser in %s says midnight as the field does: %s', (language, words) => {
  vi.stubGlobal('navigator', { language });
  expect(formatTyped(0).replaceAll('\u202f', ' ')).toBe(words);
  vi.unstubAllGlobals();
});

it('names of days begin with Monday', () => {
  expect(weekdayNames('shortWeekday')).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
});

describe('waiting', () => {
  it.each([
    ['0 s', 0],
    ['7 s', 7_000],
    ['59 s', 59_999],
    ['1 min', 60_000],
    ['3 min', 192_000],
    ['59 min', 3_599_000],
    ['1 h 05 min', 65 * minute],
    ['1 day', 25 * 60 * minute],
    ['3 days', 73 * 60 * minute],
  ])('%s', (words, waited) => {
    expect(formatWaiting(now - waited, now)).toBe(words);
  });

  it('turns amber after one minute and red after five', () => {
    expect(waitingStep(now - 59_000, now)).toBe('calm');
    expect(waitingStep(now - 60_000, now)).toBe('attention');
    expect(waitingStep(now - 299_000, now)).toBe('attention');
    expect(waitingStep(now - 300_000, now)).toBe('urgent');
  });
});
