import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startLanes, type LaneItem, type Lanes, type LaneSteps, type Pace } from './lanes.ts';

let lanes: Lanes<LaneItem>;
afterEach(() => lanes.stop());

const succeed = () => Promise.resolve({ ok: true } as const);
const refuse = () => Promise.resolve({ ok: false, error: { kind: 'unreachable' } } as const);
/** takes its three seconds */
const hang: LaneSteps<LaneItem>['attempt'] = (_item, signal) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, error: { kind: 'timeout' } }));
  });

/** `begun`: when each item began, by chat */
function start(
  clock: FakeClock,
  pace?: Pace,
  attempt: LaneSteps<LaneItem>['attempt'] = succeed,
  mayAttempt?: () => boolean,
): string[] {
  const begun: string[] = [];
  lanes = startLanes({
    clock,
    log: pino({ level: 'silent' }),
    mayAttempt,
    pace,
    steps: {
      begin: ({ chatId }) => {
        begun.push(`${chatId} at ${clock.monotonic()}`);
        return Promise.resolve(true as const);
      },
      attempt,
      failed: () => Promise.resolve(),
      end: ({ chatId }, error) => {
        if (error !== undefined) begun.push(`${chatId} failed at ${clock.monotonic()}`);
        return Promise.resolve();
      },
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

test.each([
  ['refused', refuse],
  ['unanswered', hang],
])(
  'attempts that are %s begin three seconds apart, and the verdict falls three after the last',
  async (_how, attempt) => {
    const clock = createFakeClock();
    const begun = start(clock, undefined, attempt);
    flood('a');
    await clock.advance(20_000);
    expect(begun).toEqual(['a at 0', 'a at 3000', 'a at 6000', 'a failed at 9000']);
  },
);

test.each([
  ['right after an attempt', refuse, 0, 3_600_000],
  ['just before the next', refuse, 2_900, 3_600_000],
  ['for seconds only', refuse, 1_000, 3_000],
  ['during an attempt', hang, 1_000, 3_600_000],
  ['for days', hang, 2_999, 3 * 24 * 3_600_000],
])('after a sleep %s the seconds begin anew, and nothing is caught up', async (_when, attempt, before, slept) => {
  const clock = createFakeClock();
  const begun = start(clock, undefined, attempt);
  flood('a');
  await clock.advance(before);
  await clock.sleep(slept);
  const woke = before + slept;
  await clock.advance(20_000);
  expect(begun).toEqual(['a at 0', `a at ${woke + 3000}`, `a at ${woke + 6000}`, `a failed at ${woke + 9000}`]);
});

test('a sleep before the verdict is not the end of the attempt that it interrupted', async () => {
  const clock = createFakeClock();
  const begun = start(clock, undefined, hang);
  flood('a');
  await clock.advance(7_000);
  await clock.sleep(60_000);
  await clock.advance(2_999);
  expect(begun).toEqual(['a at 0', 'a at 3000', 'a at 6000']);
  await clock.advance(1);
  expect(begun.at(-1)).toBe('a failed at 70000');
});

test('every chat keeps its distances, however many slept', async () => {
  const clock = createFakeClock();
  const begun = start(clock, undefined, refuse);
  flood('a', 'b', 'c');
  await clock.advance(1_000);
  await clock.sleep(60_000);
  await clock.advance(2_999);
  expect(begun).toEqual(['a at 0', 'b at 0', 'c at 0']);
  await clock.advance(1);
  expect(begun.slice(3)).toEqual(['a at 64000', 'b at 64000', 'c at 64000']);
});

test('an attempt that may no longer be made when it is recorded is not made, but begun anew', async () => {
  const clock = createFakeClock();
  const attempts: number[] = [];
  let may = false;
  const attempt = () => {
    attempts.push(clock.monotonic());
    return succeed();
  };
  const begun = start(clock, undefined, attempt, () => may);
  flood('a');
  await clock.advance(2999);
  expect([begun, attempts]).toEqual([['a at 0'], []]);
  may = true;
  await clock.advance(1);
  expect([begun, attempts]).toEqual([['a at 0', 'a at 3000'], [3000]]);
});
