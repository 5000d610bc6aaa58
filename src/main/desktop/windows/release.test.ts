import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { createRelease, KEPT } from './release.ts';

let clock: FakeClock;
let isBusy: boolean;
let done: string[];
let release: ReturnType<typeof createRelease>;
beforeEach(() => {
  clock = createFakeClock();
  isBusy = false;
  done = [];
  release = createRelease({
    clock,
    ask: () => {
      done.push('asked');
      if (!isBusy) release.agreed();
    },
    release: () => done.push('released'),
  });
});

test('a page goes some minutes after its window was closed, and nothing ticks any more', async () => {
  release.hidden();
  await clock.advance(KEPT - 1);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(['asked', 'released']);
  expect(clock.waiting()).toBe(0);
});

test('it stays if the window is opened before', async () => {
  release.hidden();
  await clock.advance(KEPT - 1);
  release.stop();
  await clock.advance(2 * KEPT);
  expect(done).toEqual([]);
});

test('it stays while something is under way in it, and is asked again', async () => {
  isBusy = true;
  release.hidden();
  await clock.advance(2 * KEPT);
  expect(done).toEqual(['asked', 'asked']);
  isBusy = false;
  await clock.advance(KEPT);
  expect(done).toEqual(['asked', 'asked', 'asked', 'released']);
});

test('an answer that comes after the window was opened again ends nothing', async () => {
  isBusy = true;
  release.hidden();
  await clock.advance(KEPT);
  release.stop();
  release.agreed();
  expect(done).toEqual(['asked']);
});

test('a page that was not asked ends nothing', () => {
  release.agreed();
  release.hidden();
  release.agreed();
  expect(done).toEqual([]);
});
