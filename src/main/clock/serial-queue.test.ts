import { expect, test } from 'vitest';
import { SerialQueue } from './clock.ts';

test('runs work one at a time, even after failures, and idle waits for all of it', async () => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const failing = queue.run(work('one', true));
  const other = queue.run(work('two'));
  await expect(failing).rejects.toThrow('one');
  await queue.idle();
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  expect(await other).toBe('two');
});
