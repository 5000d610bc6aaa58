import { expect, test } from 'vitest';
import { createHeldClock } from '#main/clock/held-clock.ts';
import { watchNetwork } from './network-watch.ts';

function stage() {
  const clock = createHeldClock();
  let asleep = 0;
  let addresses = 'wlan0 192.168.1.5';
  let changes = 0;
  const stop = watchNetwork({
    clock: { ...clock, wall: () => clock.wall() + asleep },
    addresses: () => addresses,
    onChange: () => (changes += 1),
  });
  return {
    clock,
    stop,
    changes: () => changes,
    sleep: (milliseconds: number) => (asleep += milliseconds),
    move: (to: string) => (addresses = to),
  };
}

test('a computer that stays awake in its network is left alone', async () => {
  const on = stage();
  await on.clock.pass(3_600_000);
  expect(on.changes()).toBe(0);
  on.stop();
  expect(on.clock.waiting()).toBe(0);
});

test('a sleep is noticed within two seconds, once', async () => {
  const on = stage();
  await on.clock.pass(1000);
  on.sleep(60_000);
  await on.clock.pass(2000);
  expect(on.changes()).toBe(1);
  await on.clock.pass(60_000);
  expect(on.changes()).toBe(1);
  on.stop();
});

test('another network is noticed within two seconds', async () => {
  const on = stage();
  on.move('');
  await on.clock.pass(2000);
  on.move('usb0 10.0.0.4');
  await on.clock.pass(2000);
  expect(on.changes()).toBe(2);
  on.stop();
});
