import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createHeldAnswers } from './refusals.ts';

function heldStill() {
  const timers = new Set<() => void>();
  const held = createHeldAnswers({
    after: (_delay, run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  });
  return { ...held, timers, pass: () => [...timers].forEach((run) => run()) };
}

function open(): PassThrough {
  return new PassThrough().resume();
}

test('a refusal waits, and meanwhile nothing is read from its connection', async () => {
  const { hold, pass, timers } = heldStill();
  const socket = open();
  const answered = hold(socket);
  expect([socket.isPaused(), timers.size]).toEqual([true, 1]);
  pass();
  expect(await answered).toBe(true);
  expect([socket.isPaused(), timers.size]).toEqual([false, 0]);
});

test('beyond a thousand, the next one is sent at once and ends its connection', async () => {
  const { hold, pass } = heldStill();
  const waiting = Array.from({ length: 1000 }, () => hold(open()));
  expect(await hold(open())).toBe(false);
  pass();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
});

test('on release all are sent at once, and none is held any more', async () => {
  const { hold, release, timers } = heldStill();
  const waiting = [hold(open()), hold(open())];
  release();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(timers.size).toBe(0);
  expect(await hold(open())).toBe(false);
});
