import { expect, test } from 'vitest';
import { ratingState } from './rating-rules.ts';

const DAY = 24 * 60 * 60 * 1000;

test('a rating page can be answered for seven days', () => {
  expect(ratingState({ askedAt: 0, firstRatedAt: undefined }, 7 * DAY - 1)).toBe('open');
  expect(ratingState({ askedAt: 0, firstRatedAt: undefined }, 7 * DAY)).toBe('expired');
});

test('an answer can be changed for a day, even after the seven', () => {
  const firstRatedAt = 7 * DAY - 1;
  expect(ratingState({ askedAt: 0, firstRatedAt }, 7 * DAY + 1)).toBe('answered');
  expect(ratingState({ askedAt: 0, firstRatedAt }, firstRatedAt + DAY)).toBe('settled');
});
