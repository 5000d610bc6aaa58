import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { watchOnline } from './host-connection.ts';

test('a cable that is pulled is noticed within ten seconds, one that is put in within two, once, until nobody watches', async () => {
  const clock = createFakeClock();
  let online = true;
  const noticed: boolean[] = [];
  const stop = watchOnline({ clock, isOnline: () => online, onChange: () => noticed.push(online) });
  await clock.advance(60_000);
  expect(noticed).toEqual([]);
  online = false;
  await clock.advance(10_000);
  expect(noticed).toEqual([false]);
  await clock.advance(60_000);
  online = true;
  await clock.advance(2000);
  expect(noticed).toEqual([false, true]);
  stop();
  online = false;
  await clock.advance(60_000);
  expect(noticed).toEqual([false, true]);
  expect(clock.waiting()).toBe(0);
});
