import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { startSettledClock, type ClockState } from './settled-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A computer whose clock can be set, and on which the program runs and stops; `real` is the time that passed. */
function computer() {
  const clock = createFakeClock();
  let saved: unknown;
  const begin = () => startSettledClock({ clock, saved, save: async (state: ClockState) => (saved = state) });
  let settled = begin();
  let real = 0;
  return {
    clock,
    now: () => settled,
    real: () => real,
    run: async (time: number) => {
      // In steps, as time that passes in one go was slept through.
      for (let left = time; left > 0; left -= MINUTE) await clock.advance(Math.min(left, MINUTE));
      real += time;
    },
    /** off, or asleep where the monotonic clock stands still meanwhile */
    asleep: (time: number) => {
      clock.set(time);
      real += time;
    },
    restart: async ({ off = 0, crash = false, by = 0 } = {}) => {
      const before = saved;
      await settled.stop();
      if (crash) saved = before;
      clock.set(off + by);
      real += off;
      settled = begin();
    },
    behind: () => clock.wall() - settled.earliest(),
    ahead: () => settled.latest() - clock.wall(),
  };
}

describe('a jump forward', () => {
  test.each([31 * DAY, 3650 * DAY])(
    'of %i ms is believed after a day of running time, and not before',
    async (jump) => {
      const { clock, run, behind } = computer();
      clock.set(jump);
      expect(behind()).toBe(jump);
      await run(DAY - 2 * MINUTE);
      expect(behind()).toBe(jump);
      await run(4 * MINUTE);
      expect(behind()).toBe(0);
    },
  );

  test('that is undone leaves nothing behind', async () => {
    const { clock, run, behind, ahead } = computer();
    clock.set(31 * DAY);
    await run(HOUR);
    clock.set(-31 * DAY);
    expect(behind()).toBe(0);
    expect(ahead()).toBe(0);
  });

  test('is one, too, if it happened while the program was off, and stands on over restarts', async () => {
    const { restart, run, behind } = computer();
    await restart({ by: 31 * DAY });
    expect(behind()).toBe(31 * DAY);
    await run(23 * HOUR);
    await restart();
    expect(behind()).toBe(31 * DAY);
    await run(HOUR + 2 * MINUTE);
    expect(behind()).toBe(0);
  });

  test('is seen after a crash', async () => {
    const { clock, run, restart, behind } = computer();
    await run(11 * MINUTE);
    clock.set(31 * DAY);
    await restart({ crash: true });
    expect(behind()).toBeGreaterThanOrEqual(31 * DAY);
  });

  test('is not believed because the one before it has nearly stood', async () => {
    const { clock, run, behind } = computer();
    clock.set(31 * DAY);
    await run(23 * HOUR);
    clock.set(3650 * DAY);
    await run(2 * HOUR);
    expect(behind()).toBe(3650 * DAY);
  });
});

test('a night delays what is due by the time of a meeting; five weeks by a day, in as many sittings as it takes', async () => {
  const { asleep, restart, run, behind } = computer();
  asleep(14 * HOUR);
  expect(behind()).toBe(14 * HOUR);
  await run(1.75 * HOUR + 2 * MINUTE);
  expect(behind()).toBe(0);
  await restart({ off: 35 * DAY });
  for (let day = 0; day < 3; day += 1) {
    expect(behind()).toBeGreaterThanOrEqual(35 * DAY);
    await run(8 * HOUR + 2 * MINUTE);
    await restart({ off: 16 * HOUR });
  }
  expect(behind()).toBe(16 * HOUR);
});

test('a clock set back is followed at once, and set right again nothing waits', async () => {
  const { clock, run, now, behind, ahead } = computer();
  clock.set(-31 * DAY);
  expect(behind()).toBe(0);
  expect(ahead()).toBe(31 * DAY);
  await run(HOUR);
  clock.set(31 * DAY);
  expect([behind(), ahead()]).toEqual([0, 0]);
  clock.set(-31 * DAY);
  await run(DAY + 2 * MINUTE);
  expect(now().latest()).toBe(clock.wall());
});

test('what was written while the clock was behind is known for as long as it could be taken for old', async () => {
  const { clock, run, restart, now } = computer();
  const at = clock.wall();
  clock.set(-31 * DAY);
  await run(10 * MINUTE);
  await restart();
  await run(10 * MINUTE);
  const last = clock.wall();
  expect(now().olderThan(DAY).except).toBeUndefined();
  await restart({ by: 31 * DAY });
  await restart();
  const found = now().olderThan(DAY).except;
  expect(found?.from).toBeLessThanOrEqual(at - 31 * DAY);
  expect(found?.to).toBe(last);
  await run(DAY);
  expect(now().olderThan(DAY).except).toBeUndefined();
  expect(now().olderThan(30 * DAY).except).toEqual(found);
});

test('a computer that begins in 2015 each morning until its clock is set waits for the night only', async () => {
  const { clock, restart, run, behind } = computer();
  for (let morning = 0; morning < 3; morning += 1) {
    const wrong = Date.UTC(2015, 0, 1) - (clock.wall() + 14 * HOUR);
    await restart({ off: 14 * HOUR, by: wrong });
    expect(behind()).toBe(0);
    await run(5 * MINUTE);
    clock.set(-wrong);
    expect(behind()).toBeLessThanOrEqual(14 * HOUR);
    await run(2 * HOUR);
    expect(behind()).toBe(0);
  }
});

test('where nothing was saved, or what cannot be read, no time is believed for a day; in a new folder at once', async () => {
  const clock = createFakeClock();
  const begin = (saved: unknown) => startSettledClock({ clock, saved, save: async () => undefined });
  for (const saved of [null, 'x', { wall: '1' }]) expect(begin(saved).earliest()).toBeLessThanOrEqual(0);
  expect(begin(undefined).earliest()).toBe(clock.wall());
});

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('run' as const), time: fc.integer({ min: 1, max: HOUR }) }),
    fc.record({ kind: fc.constant('asleep' as const), time: fc.integer({ min: 1, max: 20 * HOUR }) }),
    fc.record({
      kind: fc.constant('restart' as const),
      time: fc.integer({ min: 0, max: 20 * HOUR }),
      crash: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('wrong' as const), by: fc.integer({ min: -3650 * DAY, max: 3650 * DAY }) }),
  ),
  { minLength: 1, maxLength: 12 },
);

test('as long as wrong times are set right within the time that they have to stand, nothing is older than it is', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { clock, now, run, asleep, restart, real } = computer();
      const [madeAt, age] = [clock.wall(), () => now().earliest() - madeAt];
      for (const step of all) {
        if (step.kind === 'run') await run(step.time);
        else if (step.kind === 'asleep') asleep(step.time);
        else if (step.kind === 'restart') await restart({ off: step.time, crash: step.crash });
        else {
          clock.set(step.by);
          await run(Math.min(HOUR, Math.floor(Math.abs(step.by) / 16)));
          expect(age()).toBeLessThanOrEqual(real());
          await restart();
          expect(age()).toBeLessThanOrEqual(real());
          clock.set(-step.by);
        }
        expect(age()).toBeLessThanOrEqual(real());
        expect(now().latest() - madeAt).toBeGreaterThanOrEqual(real());
      }
      await run(DAY + 4 * MINUTE);
      expect(age()).toBe(real());
    }),
    { numRuns: 12 },
  );
});
