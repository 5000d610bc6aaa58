import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { createDueWork, type DueKind, type DueWork } from './due-work.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: FakeClock;
let due: DueWork;
let stop: () => Promise<void>;
let failures: { readonly work: string }[];
/** what ran, and when */
let ran: string[];
beforeEach(() => {
  clock = createFakeClock();
  [failures, ran] = [[], []];
  due = createDueWork({ clock, log: { warn: (failure: { readonly work: string }) => void failures.push(failure) } });
  stop = due.start();
});

const note = (work: string): void => void ran.push(`${work} at ${clock.monotonic()}`);
const regular = (work: string, interval: number, more: Partial<DueKind> = {}) =>
  due.add({
    work,
    first: interval,
    run: () => {
      note(work);
      return interval;
    },
    ...more,
  });
/** something of one time of the wall clock, which is looked at every half a minute */
const timed = (work: string, at: number) =>
  due.add({
    work,
    run: () => {
      if (clock.wall() < at) return Math.min(30_000, at - clock.wall());
      note(work);
      return Infinity;
    },
  });

test('kinds that are due at once run at once, each at its own times, with one timer', async () => {
  regular('mail', 2000);
  regular('post', 3000);
  expect(clock.waiting()).toBe(1);
  await clock.advance(6000);
  expect(ran).toEqual(['mail at 2000', 'post at 3000', 'mail at 4000', 'mail at 6000', 'post at 6000']);
  expect(clock.waiting()).toBe(1);
});

test('no timer runs while nothing is due', async () => {
  const { check } = due.add({
    work: 'mail',
    run: () => {
      note('mail');
      return Infinity;
    },
  });
  expect([ran, clock.waiting()]).toEqual([['mail at 0'], 0]);
  await clock.advance(HOUR);
  await check();
  expect(ran).toEqual(['mail at 0', `mail at ${HOUR}`]);
});

test('one that fails holds up no other, is said once, and is tried again until it works', async () => {
  let isBroken = true;
  for (const kind of [{ work: 'mail' }, { work: 'telegram', retry: 20_000 }])
    due.add({
      ...kind,
      run: () => {
        note(kind.work);
        if (isBroken) throw new Error('no network');
        return Infinity;
      },
    });
  due.add({ work: 'visits', run: () => Promise.reject(new Error('nobody there')) });
  regular('post', MINUTE);
  await clock.advance(MINUTE);
  isBroken = false;
  await clock.advance(MINUTE);
  expect(ran.filter((each) => each.startsWith('mail'))).toEqual(
    [0, 30_000, 60_000, 90_000].map((at) => `mail at ${at}`),
  );
  expect(ran.filter((each) => each.startsWith('telegram'))).toEqual(
    [0, 20_000, 40_000, 60_000, 80_000].map((at) => `telegram at ${at}`),
  );
  expect(ran.filter((each) => each.startsWith('post'))).toEqual(['post at 60000', 'post at 120000']);
  expect(failures.map(({ work }) => work)).toEqual(['mail', 'telegram', 'visits']);
});

test('one that takes long holds up no other, and is not begun twice', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const slow = due.add({
    work: 'mail',
    run: () => {
      note('mail');
      return promise;
    },
  });
  regular('post', MINUTE);
  const checks = [slow.check(), slow.check()];
  await clock.advance(MINUTE);
  expect(ran).toEqual(['mail at 0', 'post at 60000']);
  resolve(Infinity);
  await Promise.all(checks);
  // What became due while it ran is looked at once more.
  expect(ran).toEqual(['mail at 0', 'post at 60000', 'mail at 60000']);
});

test('a wall clock that is set forward makes things due, and one that is set back makes them wait', async () => {
  timed('early', clock.wall() + 2 * HOUR);
  timed('late', clock.wall() + 4 * HOUR);
  clock.set(3 * HOUR);
  await clock.advance(30_000);
  expect(ran).toEqual(['early at 30000']);
  clock.set(-3 * HOUR);
  await clock.advance(3 * HOUR);
  expect(ran).toEqual(['early at 30000']);
  await clock.advance(HOUR);
  expect(ran).toEqual(['early at 30000', `late at ${4 * HOUR}`]);
});

test('after a sleep over several times, each kind runs once', async () => {
  regular('mail', MINUTE);
  regular('post', HOUR);
  timed('visit', clock.wall() + 2 * HOUR);
  await clock.advance(0);
  await clock.sleep(5 * HOUR);
  expect(ran.toSorted()).toEqual(['mail', 'post', 'visit'].map((work) => `${work} at ${5 * HOUR}`));
  await clock.advance(MINUTE);
  expect(ran).toHaveLength(4);
});

test('a stop ends what runs, and nothing runs until the next start, which looks at everything', async () => {
  let isFirst = true;
  due.add({
    work: 'mail',
    run: async (stopping) => {
      note('mail');
      if (isFirst) await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      note('end');
      isFirst = false;
      return MINUTE;
    },
  });
  const post = regular('post', MINUTE, { first: 0 });
  ran = [];
  await stop();
  expect(ran).toEqual(['end at 0']);
  await post.check();
  await clock.advance(HOUR);
  expect([ran.length, clock.waiting()]).toEqual([1, 0]);
  stop = due.start();
  await clock.advance(0);
  expect(ran.slice(1)).toEqual(['mail', 'end', 'post'].map((work) => `${work} at ${HOUR}`));
  expect(clock.waiting()).toBe(1);
});

test('a kind that is taken off runs no more; its run is waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const mail = due.add({ work: 'mail', run: () => promise });
  let isStopped = false;
  const stopping = mail.stop().then(() => (isStopped = true));
  await clock.advance(MINUTE);
  expect(isStopped).toBe(false);
  resolve(1000);
  await stopping;
  await clock.advance(HOUR);
  expect(clock.waiting()).toBe(0);
});
