import { expect, test } from 'vitest';
import { createLatest } from './web-side.ts';

test('keeps the most recently used entries', () => {
  const latest = createLatest<number>(2);
  latest.set('a', 1);
  latest.set('b', 2);
  expect(latest.get('a')).toBe(1);
  latest.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => latest.get(key))).toEqual([1, undefined, 3]);
  latest.delete('a');
  expect(latest.get('a')).toBeUndefined();
});
