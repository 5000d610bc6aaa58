import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_SEATS, openSeatStore, type StoredSeat } from './seats.ts';
import { guessShownSeat, hostOfSeat, SEATS_FILE } from './shown-seat.ts';

const log = pino({ level: 'silent' });
/** as a SHA-256 reads */
const digest = `${'p'.repeat(42)}A`;
const seat = (installationId: string, change: Partial<StoredSeat> = {}): StoredSeat => ({
  shop: `Shop ${installationId}`,
  installationId,
  operatorId: '2',
  deviceId: `device of ${installationId}`,
  deviceKey: 'sealed',
  pin: digest,
  addresses: ['https://192.168.1.20:8790'],
  ...change,
});
const memoryFile = (content?: unknown) => {
  const file = { content, aside: 0 };
  return {
    file,
    stored: {
      read: () => structuredClone(file.content),
      write: (document: object) => void (file.content = structuredClone(document)),
      setAside: () => `aside ${(file.aside += 1)}`,
    },
  };
};
const [lamps, chairs] = [seat('lamps'), seat('chairs')];

test('seats are kept in the order in which they were joined, with what their hosts said of themselves', () => {
  const { stored } = memoryFile();
  const store = openSeatStore(stored, log);
  expect([store.all(), store.shown()]).toEqual([[], undefined]);
  store.put(lamps);
  store.put(chairs);
  store.learn(hostOfSeat(lamps), { shop: 'Lamps' });
  store.learn(hostOfSeat(seat('never joined')), { shop: 'Nobody' });
  expect(openSeatStore(stored, log).all()).toEqual([{ ...lamps, shop: 'Lamps' }, chairs]);
});

test('joining again as the same operator replaces that seat; as another it is one more', () => {
  const store = openSeatStore(memoryFile().stored, log);
  store.put(lamps);
  store.put(chairs);
  store.put({ ...lamps, deviceId: 'another' });
  store.put({ ...lamps, operatorId: '3' });
  expect(store.all().map(({ deviceId, operatorId }) => [deviceId, operatorId])).toEqual([
    [chairs.deviceId, '2'],
    ['another', '2'],
    [lamps.deviceId, '3'],
  ]);
});

test('the shop shown last is remembered, until it is left', () => {
  const { stored } = memoryFile();
  const store = openSeatStore(stored, log);
  store.put(lamps);
  store.put(chairs);
  expect(store.shown()).toBe(hostOfSeat(lamps));
  store.setShown(hostOfSeat(chairs));
  expect(openSeatStore(stored, log).shown()).toBe(hostOfSeat(chairs));
  store.remove(hostOfSeat(chairs));
  expect(openSeatStore(stored, log).shown()).toBe(hostOfSeat(lamps));
});

test('the file of an app with one seat, as earlier versions wrote it, is read', () => {
  expect(openSeatStore(memoryFile({ seats: [lamps] }).stored, log).all()).toEqual([lamps]);
});

test.each([
  { seats: [{}] },
  { seats: Array.from({ length: MAX_SEATS + 1 }, (_, index) => seat(String(index))) },
  {},
  { seats: 3 },
])('an unreadable file is set aside: %#', (content) => {
  const { file, stored } = memoryFile(content);
  expect(openSeatStore(stored, log).all()).toEqual([]);
  expect(file.aside).toBe(1);
});

test.each([
  ['the one shown last', { seats: [lamps, chairs], shown: hostOfSeat(chairs) }, hostOfSeat(chairs)],
  ['the first, if that was left', { seats: [lamps, chairs], shown: 'shop-0' }, hostOfSeat(lamps)],
  ['none, if all were left', { seats: [] }, undefined],
  ['none, if they cannot be read', { seats: 3 }, undefined],
  ['none, if the file is no JSON', '{"seats":', undefined],
  ['none, if there is no file', undefined, undefined],
])('before the window a start learns which shop it shows: %s', (_what, content, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'counterbell-seats-'));
  const file = join(folder, `${SEATS_FILE}.json`);
  if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  expect(guessShownSeat(folder)).toBe(expected);
  rmSync(folder, { recursive: true });
});
