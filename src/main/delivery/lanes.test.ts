import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startLanes, type LaneItem, type Lanes, type Pace } from './lanes.ts';

let lanes: Lanes<LaneItem>;
afterEach(() => lanes.stop());

/** `begun`: when each item began, by chat */
function start(clock: FakeClock, pace?: Pace): string[] {
  const begun: string[] = [];
  lanes = startLanes({
    clock,
    log: pino({ level: 'silent' }),
    pace,
    steps: {
      begin: ({ chatId }) => {
        begun.push(`${chatId} at ${clock.monotonic()}`);
        return Promise.resolve(true as const);
      },
      attempt: () => Promise.resolve({ ok: true }),
      failed: () => Promise.resolve(),
      end: () => Promise.resolve(),
    },
  });
  return begun;
}
const flood = (...chats: readonly string[]): void => lanes.enqueue(chats.map((chatId) => ({ chatId, attempts: 0 })));

test('without a pace, a flood begins at once', async () => {
  const clock = createFakeClock();
  const begun = start(clock);
  flood('a', 'b', 'c', 'd');
  await clock.advance(0);
  expect(begun).toEqual(['a at 0', 'b at 0', 'c at 0', 'd at 0']);
});

test('with a pace, a few begin at once and the others one by one; after a rest a few begin at once again', async () => {
  const clock = createFakeClock();
  const begun = start(clock, { burst: 2, interval: 10 });
  flood('a', 'b', 'c', 'd');
  await clock.advance(100);
  expect(begun).toEqual(['a at 0', 'b at 0', 'c at 10', 'd at 20']);
  begun.length = 0;
  flood('e', 'f', 'g');
  await clock.advance(100);
  expect(begun).toEqual(['e at 100', 'f at 100', 'g at 110']);
});

test('each side has its own pace', async () => {
  const clock = createFakeClock();
  const begun = start(clock, { burst: 1, interval: 10 });
  lanes.enqueue(['a faq', 'b faq', 'c shop'].map((chatId) => ({ chatId, botId: chatId.slice(2), attempts: 0 })));
  await clock.advance(100);
  expect(begun).toEqual(['a faq at 0', 'c shop at 0', 'b faq at 10']);
});

test('an item waiting for its turn does not begin after a stop', async () => {
  const clock = createFakeClock();
  const begun = start(clock, { burst: 1, interval: 10 });
  flood('a', 'b', 'c');
  await clock.advance(10);
  await lanes.stop();
  await clock.advance(100);
  expect(begun).toEqual(['a at 0', 'b at 10']);
});
