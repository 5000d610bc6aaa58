import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { createNetworkWatch, networkAddresses, watchNetwork } from './network.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';

const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo;

test('lists the addresses that others can reach, the likeliest first', () => {
  const found = networkAddresses({
    lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
    docker0: [at('172.17.0.1', 'IPv4')],
    eth0: [at('fe80::1', 'IPv6'), at('2001:db8::5', 'IPv6'), at('192.168.1.5', 'IPv4')],
    wlan0: [at('169.254.3.4', 'IPv4')],
  });
  expect(found).toEqual([
    { address: '192.168.1.5', interface: 'eth0' },
    { address: '2001:db8::5', interface: 'eth0' },
    { address: '172.17.0.1', interface: 'docker0' },
  ]);
});

test('puts an IPv6 address in brackets in a link', () => {
  expect([toUrlHost('192.168.1.5'), toUrlHost('2001:db8::5')]).toEqual(['192.168.1.5', '[2001:db8::5]']);
});

function stage() {
  const clock = createFakeClock();
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

test('does not disturb a computer that stays awake in its network', async () => {
  const on = stage();
  await on.clock.advance(3_600_000);
  expect(on.changes()).toBe(0);
  on.stop();
  expect(on.clock.waiting()).toBe(0);
});

test('notices a sleep within ten seconds, once', async () => {
  const on = stage();
  await on.clock.advance(1000);
  on.sleep(60_000);
  await on.clock.advance(10_000);
  expect(on.changes()).toBe(1);
  await on.clock.advance(60_000);
  expect(on.changes()).toBe(1);
  on.stop();
});

test('notices within ten seconds that there is no network, and within two that there is another', async () => {
  const on = stage();
  on.move('');
  await on.clock.advance(10_000);
  on.move('usb0 10.0.0.4');
  await on.clock.advance(2000);
  expect(on.changes()).toBe(2);
  on.stop();
});

test('watches only while that is wanted', async () => {
  const clock = createFakeClock();
  const watch = createNetworkWatch({ clock, onChange: () => undefined });
  expect(clock.waiting()).toBe(0);
  watch(true);
  watch(true);
  expect(clock.waiting()).toBe(1);
  watch(false);
  expect(clock.waiting()).toBe(0);
});
