import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { keepLoaded } from './ask-engine.ts';

const CHANGED = { answers: [{ route: 'setup.get' }, { route: 'hours.get' }] } as const;
const OTHER = { answers: [{ route: 'team.get' }] } as const;

let clock: FakeClock;
let asked: PromiseWithResolvers<string>[];
let used: string[];
let failures: unknown[];
let bus: Bus;
let stop: () => void;

beforeEach(() => {
  [clock, asked, used, failures] = [createFakeClock(), [], [], []];
  bus = createBus({ error: (fault: unknown) => void failures.push(fault) });
  ({ stop } = keepLoaded({
    bus,
    clock,
    routes: ['hours.get'],
    load: () => {
      const asking = Promise.withResolvers<string>();
      asked.push(asking);
      return asking.promise;
    },
    use: (loaded) => used.push(loaded),
    failed: (error) => failures.push(error),
  }));
});

const answer = async (at: number, loaded: string): Promise<void> => {
  asked[at]?.resolve(loaded);
  await clock.advance(0);
};
const refuse = async (at: number): Promise<void> => {
  asked[at]?.reject(new Error('not now'));
  await clock.advance(0);
};
/** As many loads as requested, each shortly after an event. */
const askFor = async (times: number): Promise<void> => {
  for (let count = 0; count < times; count += 1) {
    bus.emit('answers.stale', CHANGED);
    await clock.advance(150);
  }
};

test('batches changes into one load, and ignores those of other answers', async () => {
  await clock.advance(150);
  for (const content of [CHANGED, CHANGED, OTHER]) bus.emit('answers.stale', content);
  await clock.advance(1000);
  bus.emit('answers.stale', OTHER);
  await clock.advance(1000);
  expect(asked).toHaveLength(2);
});

describe('results that arrive out of order', () => {
  test.each([
    [
      [0, 1, 2],
      ['0', '1', '2'],
    ],
    [
      [0, 2, 1],
      ['0', '2'],
    ],
    [
      [1, 0, 2],
      ['1', '2'],
    ],
    [
      [1, 2, 0],
      ['1', '2'],
    ],
    [[2, 0, 1], ['2']],
    [[2, 1, 0], ['2']],
  ])('uses %j as %j', async (order, expected) => {
    await askFor(3);
    for (const at of order) await answer(at, String(at));
    expect(used).toEqual(expected);
  });
});

test('retries a failed load with growing delays until it succeeds', async () => {
  await clock.advance(150);
  for (const [at, pause] of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].entries()) {
    await refuse(at);
    await clock.advance(pause - 1);
    expect(asked).toHaveLength(at + 1);
    await clock.advance(1);
    expect(asked).toHaveLength(at + 2);
  }
  await answer(8, 'there');
  expect([used, failures.length]).toEqual([['there'], 8]);
  await askFor(1);
  await refuse(9);
  await clock.advance(1000);
  expect(asked).toHaveLength(11);
});

test('loads at once on an event instead of waiting for the retry', async () => {
  await clock.advance(150);
  await refuse(0);
  await askFor(1);
  expect(asked).toHaveLength(2);
  await answer(1, 'there');
  await clock.advance(120_000);
  expect(asked).toHaveLength(2);
});

test('keeps newer results when an older load fails late', async () => {
  await askFor(2);
  await answer(1, 'newer');
  await refuse(0);
  await clock.advance(120_000);
  expect([used, asked.length, failures]).toEqual([['newer'], 2, []]);
});

test('neither uses results nor retries after a stop', async () => {
  await askFor(2);
  await refuse(1);
  stop();
  await answer(0, 'late');
  await clock.advance(120_000);
  expect([used, asked.length, clock.waiting()]).toEqual([[], 2, 0]);
});
