import { expect, test } from 'vitest';
import { growingDelay } from './growing-delay.ts';

const delays = { first: 250, longest: 10_000 };

test.each([
  [0, 0, 125],
  [0, 1, 250],
  [1, 1, 500],
  [5, 0.5, 6000],
  [6, 1, 10_000],
  [6, 0, 5000],
  [5000, 1, 10_000],
])('after %d failures, chance being %d, the next attempt to connect is %d ms later', (failures, chance, delay) => {
  expect(growingDelay(delays, failures, () => chance)).toBe(delay);
});
