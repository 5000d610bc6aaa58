import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSeatStore, type StoredSeat } from './stored-seat.ts';
import { guessHostOfSeat, hostOfSeat, SEAT_FILE } from './seat-id.ts';

const log = pino({ level: 'silent' });
const lamps: StoredSeat = {
  shop: 'Lamps',
  installationId: 'lamps',
  operatorId: '2',
  deviceId: 'device',
  deviceKey: 'sealed',
  /** as a SHA-256 reads */
  pin: `${'p'.repeat(42)}A`,
  addresses: ['https://192.168.1.20:8790'],
};
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

test('the seat is kept with what its host said of itself, until it is left', () => {
  const { stored } = memoryFile();
  const store = openSeatStore(stored, log);
  expect(store.current()).toBeUndefined();
  store.learn({ shop: 'Nobody' });
  expect(openSeatStore(stored, log).current()).toBeUndefined();
  store.put(lamps);
  store.learn({ shop: 'Lamps & more' });
  expect(openSeatStore(stored, log).current()).toEqual({ ...lamps, shop: 'Lamps & more' });
  store.remove();
  expect(openSeatStore(stored, log).current()).toBeUndefined();
});

test('joining again replaces it', () => {
  const { stored } = memoryFile({ seat: lamps });
  const chairs = { ...lamps, installationId: 'chairs', shop: 'Chairs' };
  openSeatStore(stored, log).put(chairs);
  expect(openSeatStore(stored, log).current()).toEqual(chairs);
});

test.each([{ seat: {} }, { seat: [lamps] }, { seat: 3 }])('an unreadable file is set aside: %#', (content) => {
  const { file, stored } = memoryFile(content);
  expect(openSeatStore(stored, log).current()).toBeUndefined();
  expect(file.aside).toBe(1);
});

test.each([
  ['its seat’s', { seat: lamps }, hostOfSeat(lamps)],
  ['none, if it was left', {}, undefined],
  ['none, if it cannot be read', { seat: null }, undefined],
  ['none, if the file is no JSON', '{"seat":', undefined],
  ['none, if there is no file', undefined, undefined],
])('before the window a start learns which shop it shows: %s', (_what, content, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'counterbell-seat-'));
  const file = join(folder, `${SEAT_FILE}.json`);
  if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  expect(guessHostOfSeat(folder)).toBe(expected);
  rmSync(folder, { recursive: true });
});
