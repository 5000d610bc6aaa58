import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import { joinNetwork, networkAddresses } from '#main/exposure/network.ts';
import { toUrlHost } from '#shared/domain/address-range.ts';
import { createAdvertisement } from '#main/web/advertisement.ts';
import { freePort } from '../../../test/fixtures/free-port.ts';
import { findHost, isPrivate } from './find-host.ts';

/** The network of the test is this computer's own. */
const HERE = '127.0.0.1';
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
});

function finding(pin: string, port: number, isAllowed = (_address: string): boolean => true) {
  const told: (readonly string[])[] = [];
  stops.push(findHost(pin, (urls) => told.push(urls), { clock: systemClock, networks: () => [HERE], port, isAllowed }));
  return told;
}

test('finds where the host with the key announces its door, and no other', async () => {
  const port = await freePort();
  const { set } = createAdvertisement({ log: pino({ level: 'silent' }), port });
  stops.push(() => set(undefined));
  const own = networkAddresses().map(({ address }) => address);
  await set({ port: 8791, addresses: [HERE, ...own], text: { id: 'lamps', pin: 'the-pin' } });
  const [told, other] = [finding('the-pin', port), finding('another-pin', port)];
  const urls = own.map((address) => `https://${toUrlHost(address)}:8791`);
  await vi.waitFor(() => expect(told.at(-1)?.toSorted()).toEqual(urls.toSorted()), 10_000);
  await vi.waitFor(() => expect(other.at(-1)).toEqual([]), 10_000);
});

test('hostile answers find nothing but a few addresses of private networks', { timeout: 30_000 }, async () => {
  const port = await freePort();
  const bonjour = await joinNetwork(HERE, port);
  stops.push(() => new Promise((resolve) => bonjour.destroy(resolve)));
  for (let count = 0; count < 80; count += 1) {
    const host = `host-${count}.local`;
    const txt = count % 2 === 0 ? { pin: 'the-pin' } : { pin: 'x'.repeat(200), id: '<script>' };
    const service = bonjour.publish({ name: `host-${count}`, type: 'counterbell', port: 8000 + count, host, txt });
    const records = service.records.bind(service);
    service.records = () => [
      ...records().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
      ...['8.8.8.8', '10.0.0.1', `10.0.1.${count}`].map((data) => ({ name: host, type: 'A' as const, ttl: 120, data })),
    ];
  }
  const told = finding('the-pin', port, isPrivate);
  await vi.waitFor(() => expect(told.at(-1)).toHaveLength(8), 20_000);
  for (const url of told.flat()) expect(url).toMatch(/^https:\/\/10\.0\.[01]\.\d+:8\d\d\d$/);
});

test('where multicast DNS is not possible, nothing is found', async () => {
  const told: unknown[] = [];
  const networks = vi.fn<() => readonly string[]>(() => ['192.0.2.250', 'nonsense']);
  stops.push(findHost('the-pin', (urls) => told.push(urls), { clock: systemClock, networks, port: await freePort() }));
  await vi.waitFor(() => expect(networks).toHaveBeenCalled());
  expect(told).toEqual([]);
});

test.each([
  ['192.168.1.5', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['169.254.1.1', true],
  ['fd00::1', true],
  ['172.32.0.1', false],
  ['127.0.0.1', false],
  ['8.8.8.8', false],
  ['::1', false],
  ['fe80::1%eth0', false],
  ['2001:db8::1', false],
  ['example.com', false],
])('%s is of a private network: %s', (address, is) => expect(isPrivate(address)).toBe(is));
