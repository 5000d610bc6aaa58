import { expect, test } from 'vitest';
import { createFetchQueue } from './incoming-media.ts';

/** Adds a fetch that lasts until it is released or everything stops. */
function queueWithLog() {
  const queue = createFetchQueue();
  const begun: string[] = [];
  const releases = new Map<string, () => void>();
  const add = (customerId: string, name: string): void =>
    queue.add(customerId, (signal) => {
      begun.push(name);
      return new Promise((resolve) => {
        releases.set(name, resolve);
        signal.addEventListener('abort', () => resolve());
      });
    });
  return {
    queue,
    begun,
    add,
    release: async (name: string) => {
      releases.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a customer who sends many slow links does not hold up the others', async () => {
  const { queue, begun, add, release } = queueWithLog();
  for (let at = 0; at < 50; at += 1) add('mallory', `m${at}`);
  add('anna', 'a');
  add('ben', 'b');
  expect(begun).toEqual(['m0', 'm1', 'a', 'b']);
  await release('m0');
  expect(begun).toEqual(['m0', 'm1', 'a', 'b', 'm2']);
  await queue.stop();
});

test('a few run at once, the others in order', async () => {
  const { queue, begun, add, release } = queueWithLog();
  for (let at = 0; at < 9; at += 1) add(`customer ${at}`, `${at}`);
  expect(begun).toEqual(['0', '1', '2', '3', '4', '5']);
  await release('3');
  expect(begun.slice(6)).toEqual(['6']);
  await queue.stop();
  expect(begun).toHaveLength(7);
});
