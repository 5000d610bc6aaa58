import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import { joinNetwork, networkAddresses } from '#main/exposure/network.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { createAdvertisement } from '#main/web/door.ts';
import { freePort } from '../../../test/fixtures/free-port.ts';
import { findHost, isPrivate, searchHosts } from './find-host.ts';

/** The network of the test is this computer's own. */
const HERE = '127.0.0.1';
/** As the SHA-256 of a key reads. */
const [PIN, OTHER_PIN] = ['p', 'o'].map((letter) => `${letter.repeat(42)}A`) as [string, string];
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
  await set({ port: 8791, addresses: [HERE, ...own], text: { id: 'lamps', pin: PIN } });
  const [told, other] = [finding(PIN, port), finding(OTHER_PIN, port)];
  const urls = own.map((address) => `https://${toUrlHost(address)}:8791`);
  await vi.waitFor(() => expect(told.at(-1)?.toSorted()).toEqual(urls.toSorted()), 10_000);
  await vi.waitFor(() => expect(other.at(-1)).toEqual([]), 10_000);
});

/** Somebody in the network who announces eighty hosts. */
async function flood(port: number, txtOf: (count: number) => object, from = HERE, most = 80): Promise<void> {
  const bonjour = await joinNetwork(from, port);
  stops.push(() => new Promise((resolve) => bonjour.destroy(resolve)));
  // Each has ports and names of its own.
  const last = Number(from.split('.').at(-1));
  for (let count = 0; count < most; count += 1) {
    const name = `host-${last}-${count}`;
    const host = `${name}.local`;
    const service = bonjour.publish({
      name,
      type: 'counterbell',
      port: 8000 + 80 * (last - 1) + count,
      host,
      txt: txtOf(count),
    });
    const records = service.records.bind(service);
    service.records = () => [
      ...records().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
      ...['8.8.8.8', '10.0.0.1', `10.0.1.${count}`].map((data) => ({ name: host, type: 'A' as const, ttl: 120, data })),
    ];
  }
}

/** So many were heard. */
async function heardAll(port: number, least = 80): Promise<void> {
  const bonjour = await joinNetwork(HERE, port);
  const browser = bonjour.find({ type: 'counterbell' });
  await vi.waitFor(() => expect(browser.services.length).toBeGreaterThanOrEqual(least), 20_000);
  await new Promise<void>((resolve) => {
    bonjour.destroy(resolve);
  });
}

test('however many announce other keys, the one that is looked for is found', { timeout: 60_000 }, async () => {
  const port = await freePort();
  await flood(port, (count) => ({ pin: `${String(count).padStart(42, 'f')}A` }));
  await heardAll(port);
  const told = finding(PIN, port);
  await heardAll(port);
  const { set } = createAdvertisement({ log: pino({ level: 'silent' }), port });
  stops.push(() => set(undefined));
  const [own = ''] = networkAddresses().map(({ address }) => address);
  await set({ port: 8791, addresses: [HERE, own], text: { id: 'lamps', pin: PIN } });
  await vi.waitFor(() => expect(told.at(-1)).toEqual([`https://${toUrlHost(own)}:8791`]), 5000);
});

// macOS has one loopback address.
test.skipIf(process.platform === 'darwin')(
  'one who announces many hosts hides none of the others',
  { timeout: 60_000 },
  async () => {
    const port = await freePort();
    await flood(port, (count) => ({ pin: `${String(count).padStart(42, 'f')}A` }), '127.0.0.2');
    await heardAll(port);
    const { set } = createAdvertisement({ log: pino({ level: 'silent' }), port });
    stops.push(() => set(undefined));
    const [own = ''] = networkAddresses().map(({ address }) => address);
    await set({ port: 8791, addresses: [HERE, own], text: { id: 'lamps', pin: PIN } });
    const hosts = await searchHosts({ clock: systemClock, networks: () => [HERE], port, isAllowed: () => true });
    expect(hosts).toContainEqual({ pin: PIN, urls: [`https://${toUrlHost(own)}:8791`] });
    expect(hosts).toHaveLength(9);
  },
);

// macOS has one loopback address.
test.skipIf(process.platform === 'darwin')(
  'whoever copies the key’s fingerprint, from however many addresses, does not keep its host from being found',
  { timeout: 60_000 },
  async () => {
    const port = await freePort();
    for (let last = 2; last < 14; last += 1) await flood(port, () => ({ pin: PIN }), `127.0.0.${last}`, 8);
    await heardAll(port, 96);
    const told: (readonly string[])[] = [];
    // Each question draws anew from all who answer, a twentieth of the time after the one before.
    const clock = { ...systemClock, after: (wait: number, run: () => void) => systemClock.after(wait / 20, run) };
    const search = { clock, networks: () => [HERE], port, isAllowed: () => true };
    stops.push(findHost(PIN, (urls) => told.push(urls), search));
    await vi.waitFor(() => expect(told.at(-1)).toHaveLength(8), 20_000);
    const { set } = createAdvertisement({ log: pino({ level: 'silent' }), port });
    stops.push(() => set(undefined));
    const [own = ''] = networkAddresses().map(({ address }) => address);
    await set({ port: 8791, addresses: [HERE, own], text: { id: 'lamps', pin: PIN } });
    await vi.waitFor(() => expect(told.flat()).toContain(`https://${toUrlHost(own)}:8791`), 30_000);
    for (const urls of told) expect(urls.length).toBeLessThanOrEqual(8);
  },
);

test('hostile answers find nothing but a few addresses of private networks', { timeout: 30_000 }, async () => {
  const port = await freePort();
  const words = [{ pin: PIN }, { pin: '<b>Lamps</b>\u202e', id: '<script>' }, { pin: 'x'.repeat(200) }];
  await flood(port, (count) => words[count % 3] ?? {});
  const told = finding(PIN, port, isPrivate);
  await vi.waitFor(() => expect(told.at(-1)).toHaveLength(8), 20_000);
  const address = /^https:\/\/10\.0\.[01]\.\d+:8\d\d\d$/;
  for (const url of told.flat()) expect(url).toMatch(address);
  const hosts = await searchHosts({ clock: systemClock, networks: () => [HERE], port });
  expect(hosts).toEqual([{ pin: PIN, urls: Array.from({ length: 8 }, () => expect.stringMatching(address)) }]);
});

test('a search tells of every host in the network once, or of the one with a key', { timeout: 30_000 }, async () => {
  const port = await freePort();
  const own = networkAddresses().map(({ address }) => address);
  for (const [id, pin] of [
    ['lamps', PIN],
    ['chairs', OTHER_PIN],
  ] as const) {
    const { set } = createAdvertisement({ log: pino({ level: 'silent' }), port });
    stops.push(() => set(undefined));
    await set({ port: 8791, addresses: [HERE, ...own], text: { id, pin } });
  }
  const search = {
    clock: systemClock,
    networks: () => [HERE],
    port,
    isAllowed: (address: string) => address === own[0],
  };
  const urls = [`https://${toUrlHost(own[0] ?? '')}:8791`];
  await vi.waitFor(
    async () => {
      const hosts = await searchHosts(search);
      expect(hosts.toSorted((a, b) => a.pin.localeCompare(b.pin))).toEqual([
        { pin: OTHER_PIN, urls },
        { pin: PIN, urls },
      ]);
    },
    { timeout: 15_000 },
  );
  expect(await searchHosts(search, OTHER_PIN)).toEqual([{ pin: OTHER_PIN, urls }]);
});

test('where multicast DNS is not possible, nothing is found', async () => {
  const told: unknown[] = [];
  const networks = vi.fn<() => readonly string[]>(() => ['192.0.2.250', 'nonsense']);
  stops.push(findHost(PIN, (urls) => told.push(urls), { clock: systemClock, networks, port: await freePort() }));
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
