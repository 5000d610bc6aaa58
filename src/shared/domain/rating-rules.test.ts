import { expect, test } from 'vitest';
import { ratingState } from './rating-rules.ts';

const DAY = 24 * 60 * 60 * 1000;

test('a rating page waits seven days for its answer', () => {
  expect(ratingState({ askedAt: 0, firstRatedAt: undefined }, 7 * DAY - 1)).toBe('open');
  expect(ratingState({ askedAt: 0, firstRatedAt: undefined }, 7 * DAY)).toBe('expired');
});

test('an answer may be changed for a day, also beyond the seven', () => {
  const firstRatedAt = 7 * DAY - 1;
  expect(ratingState({ askedAt: 0, firstRatedAt }, 7 * DAY + 1)).toBe('answered');
  expect(ratingState({ askedAt: 0, firstRatedAt }, firstRatedAt + DAY)).toBe('settled');
});
