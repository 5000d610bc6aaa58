import { expect, test } from 'vitest';
import { createNewChatFloods } from './new-chat-floods.ts';

function floods() {
  let now = 0;
  let timer: { readonly at: number; readonly run: () => void } | undefined;
  let words = 0;
  const clock = {
    wall: () => now,
    monotonic: () => now,
    after: (delay: number, run: () => void) => {
      timer = { at: now + delay, run };
      return () => (timer = undefined);
    },
  };
  const pass = (milliseconds: number): void => {
    const until = now + milliseconds;
    for (let due = timer; due !== undefined && due.at <= until; due = timer) {
      now = due.at;
      timer = undefined;
      due.run();
    }
    now = until;
  };
  const made = createNewChatFloods(clock);
  made.onChange(() => (words += 1));
  return { ...made, pass, words: () => words };
}

test('reports a flood when it begins, every ten seconds while it grows, and when it is over', () => {
  const { refused, list, pass, words } = floods();
  for (let each = 0; each < 1000; each += 1) refused('shop');
  expect([words(), list()]).toEqual([1, [{ channelId: 'shop', since: 0, refused: 1000 }]]);
  pass(10_000);
  expect(words()).toBe(2);
  pass(300_000);
  expect(words()).toBe(2);
  refused('shop');
  refused('app');
  expect(words()).toBe(3);
  pass(599_000);
  expect(list().map(({ channelId }) => channelId)).toEqual(['shop', 'app']);
  const before = words();
  pass(3_600_000);
  expect([words() - before, list()]).toEqual([1, []]);
});
