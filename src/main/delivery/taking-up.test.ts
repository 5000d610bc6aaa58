import { expect, test } from 'vitest';
import { createTakingUp } from './taking-up.ts';

test('what is added before that is read, and meanwhile, follows what was left, also when it was read in vain; and it comes once', async () => {
  const taken: number[] = [];
  const { enqueue, takeUp } = createTakingUp<number>((items) => void taken.push(...items));
  enqueue([3]);
  await expect(takeUp(() => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
  enqueue([4]);
  const { promise: left, resolve } = Promise.withResolvers<readonly number[]>();
  const ended = takeUp(() => left);
  enqueue([5]);
  expect(taken).toEqual([]);
  resolve([1, 2]);
  await ended;
  enqueue([6]);
  await takeUp(() => Promise.resolve([1, 2]));
  expect(taken).toEqual([1, 2, 3, 4, 5, 6]);
});
