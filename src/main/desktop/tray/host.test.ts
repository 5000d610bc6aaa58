import { beforeEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { createTrayLoss, type TrayLoss } from './host.ts';

let clock: FakeClock;
let lost: number;
let loss: TrayLoss;
beforeEach(() => {
  clock = createFakeClock();
  lost = 0;
  loss = createTrayLoss(clock, () => {
    lost += 1;
  });
});

it('a tray that does not come back is lost, once', async () => {
  loss.see(true);
  loss.see(false);
  await clock.advance(60_000);
  expect(lost).toBe(1);
});

it('a panel that restarts is not lost', async () => {
  loss.see(false);
  await clock.advance(2000);
  loss.see(true);
  await clock.advance(60_000);
  expect(lost).toBe(0);
});

it('nothing is lost when the app stops', async () => {
  loss.see(false);
  loss.stop();
  await clock.advance(60_000);
  expect(lost).toBe(0);
});
