import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { createNewChatFloods } from './new-chat-floods.ts';

test('reports a flood when it begins, every ten seconds while it grows, and when it is over', async () => {
  const clock = createFakeClock(0);
  const { refused, list, onChange } = createNewChatFloods(clock);
  let words = 0;
  onChange(() => (words += 1));
  for (let each = 0; each < 1000; each += 1) refused('shop');
  expect([words, list()]).toEqual([1, [{ channelId: 'shop', since: 0, refused: 1000 }]]);
  await clock.advance(10_000);
  expect(words).toBe(2);
  await clock.advance(300_000);
  expect(words).toBe(2);
  refused('shop');
  refused('app');
  expect(words).toBe(3);
  await clock.advance(599_000);
  expect(list().map(({ channelId }) => channelId)).toEqual(['shop', 'app']);
  const before = words;
  await clock.advance(3_600_000);
  expect([words - before, list()]).toEqual([1, []]);
});
