import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Bonjour, type Service } from 'bonjour-service';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { networkAddresses } from '#main/exposure/network.ts';
import { freePort } from '../../../test/fixtures/free-port.ts';
import { announcedAddresses, createAdvertisement, type Advertised } from './door.ts';

const GROUP = '224.0.0.251';
const HERE = '127.0.0.1';
const wanted: Advertised = { port: 8791, addresses: [HERE], text: { id: '1234567890', pin: 'a-pin' } };

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
});

/** Another computer in the same network, which in a test is this computer's own. */
async function colleague(port: number): Promise<{ readonly next: (event: 'up' | 'down') => Promise<Service> }> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  await new Promise<void>((resolve) => socket.bind(port, resolve));
  socket.addMembership(GROUP, HERE);
  socket.setMulticastInterface(HERE);
  const options: object = { socket, port, bind: false, multicast: false };
  const bonjour = new Bonjour(options);
  const browser = bonjour.find({ type: 'counterbell' });
  stops.push(() => new Promise((resolve) => bonjour.destroy(resolve)));
  return { next: async (event) => ((await once(browser, event)) as [Service])[0] };
}

function advertising(port: number) {
  const lines: unknown[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const advertisement = createAdvertisement({ log, port });
  stops.push(() => advertisement.set(undefined));
  return { ...advertisement, lines };
}

test('a colleague’s computer hears where the door is and whose, and nothing else, until it closes', async () => {
  const port = await freePort();
  const { next } = await colleague(port);
  const { set } = advertising(port);
  const up = next('up');
  await set(wanted);
  const found = await up;
  expect(found).toMatchObject({
    name: '1234567890',
    type: 'counterbell',
    protocol: 'tcp',
    port: 8791,
    host: 'counterbell-1234567890.local',
    txt: { id: '1234567890', pin: 'a-pin' },
  });
  // This computer's other addresses are nobody's business.
  expect((found as Service & { addresses?: string[] }).addresses).toEqual([]);
  const down = next('down');
  await set(undefined);
  expect((await down).name).toBe('1234567890');
});

test('the same wish again announces nothing anew, another one replaces it', async () => {
  const port = await freePort();
  const { next } = await colleague(port);
  const { set } = advertising(port);
  const first = next('up');
  await set(wanted);
  await first;
  await set({ ...wanted });
  const [down, second] = [next('down'), next('up')];
  await set({ ...wanted, port: 8792 });
  await down;
  expect((await second).port).toBe(8792);
});

test('without a network, or where multicast DNS is not possible, there is one line in the log at most', async () => {
  const { set, lines } = advertising(await freePort());
  await set({ ...wanted, addresses: ['fd00::2'] });
  expect(lines).toEqual([]);
  await set({ ...wanted, addresses: ['192.0.2.250'] });
  expect(lines).toMatchObject([{ code: expect.any(String) }]);
  const taken = createSocket({ type: 'udp4' });
  await new Promise<void>((resolve) => taken.bind(0, resolve));
  const other = advertising(taken.address().port);
  await other.set(wanted);
  expect(other.lines).toMatchObject([{ code: 'EADDRINUSE' }]);
  taken.close();
});

test('only addresses in networks are announced', () => {
  const all: ReturnType<typeof networkAddresses> = [
    { interface: 'eth0', address: '192.168.1.5' },
    { interface: 'docker0', address: '172.17.0.1' },
    { interface: 'wg0', address: '10.8.0.2' },
  ];
  expect(announcedAddresses(['192.168.1.5', '172.17.0.1', '10.8.0.2', '127.0.0.1'], all)).toEqual(['192.168.1.5']);
});
