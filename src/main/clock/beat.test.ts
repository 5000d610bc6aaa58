import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { every, untilBeat } from './clock.ts';

const MINUTE = 60_000;

test('what runs regularly runs at the same moments, whenever it was started, and never later than asked for', async () => {
  const clock = createFakeClock();
  const moments: number[] = [];
  const note = (): void => void moments.push(clock.monotonic());
  await clock.advance(1234);
  const stops = [every(clock, MINUTE, note)];
  await clock.advance(17_000);
  stops.push(every(clock, MINUTE, note));
  await clock.advance(3 * MINUTE);
  expect(new Set(moments)).toEqual(new Set([MINUTE, 2 * MINUTE, 3 * MINUTE]));
  expect(moments).toHaveLength(6);
  for (const stop of stops) stop();
  expect(clock.waiting()).toBe(0);
});

test('a timer that was early does not run twice', () => {
  expect(untilBeat({ monotonic: () => 29_999.7 }, 30_000)).toBeCloseTo(30_000.3);
  expect(untilBeat({ monotonic: () => 30_000.4 }, 30_000)).toBeCloseTo(29_999.6);
});

test('shorter intervals keep their own time', async () => {
  const clock = createFakeClock();
  let times = 0;
  await clock.advance(1234);
  const stop = every(clock, 1000, () => (times += 1));
  await clock.advance(999);
  expect(times).toBe(0);
  await clock.advance(1);
  expect(times).toBe(1);
  stop();
});
