import { expect, test } from 'vitest';
import { missedText } from './notices.tsx';

test.each([
  [{ waiting: 2, failed: 1 }, '2 customers are waiting, 1 reply wasn’t delivered.'],
  [{ waiting: 1, failed: 0 }, '1 customer is waiting.'],
  [{ waiting: 0, failed: 3 }, '3 replies weren’t delivered.'],
])('describes what happened in numbers: %o', (happened, text) => {
  expect(missedText(happened)).toBe(text);
});

test('returns nothing when nothing happened', () => {
  expect(missedText({ waiting: 0, failed: 0 })).toBeUndefined();
});
