import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { openPreferences, type Preferences } from '../preferences.ts';
import { askOf, BATCH_DELAY } from '../ask-engine.ts';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { startKeepAwake } from './presence.ts';

let open: boolean;
let presence: 'online' | 'away';
let held: Set<number>;
let count = 0;
let bus: Bus;
let clock: FakeClock;
let preferences: Preferences;
let stop: () => void;
/** connected when the app starts */
let connected: readonly string[];

/** The shop opens or closes; runs what follows. */
const opens = async (isOpen: boolean): Promise<void> => {
  open = isOpen;
  bus.emit('answers.stale', { answers: [{ route: 'hours.get' }] });
  await clock.advance(BATCH_DELAY);
};

beforeEach(async () => {
  open = false;
  presence = 'away';
  connected = [];
  held = new Set();
  bus = createBus(pino({ level: 'silent' }));
  clock = createFakeClock();
  preferences = openPreferences({
    file: { read: () => undefined, write: () => undefined, setAside: () => '' },
    log: pino({ level: 'silent' }),
  });
  start();
  await opens(false);
});

function start(isHost = true): void {
  stop = startKeepAwake({
    clock,
    preferences,
    isHost,
    failed: (error) => expect.fail(String(error)),
    ask: askOf({
      request: async (route): Promise<Answer> => ({
        ok: true,
        data: {
          'operators.connected': { operatorIds: connected },
          'operators.me': { id: 'olga', name: 'Olga', role: 'owner', presence, available: true },
          'hours.get': { installation: { open: true }, channels: [{ open: false }, { open }] },
        }[route],
      }),
    }),
    bus,
    blocker: {
      start: () => {
        count += 1;
        held.add(count);
        return count;
      },
      stop: (id) => held.delete(id),
    },
  });
}

test('sleep is blocked only while a channel is open and the owner wants it', async () => {
  await opens(true);
  expect(held.size).toBe(0);
  preferences.change({ keepAwake: true });
  expect(held.size).toBe(1);
  await opens(true);
  expect(held.size).toBe(1);
  await opens(false);
  expect(held.size).toBe(0);
  await opens(true);
  preferences.change({ keepAwake: false });
  expect(held.size).toBe(0);
});

test('at a seat, sleep is blocked while its operator is online', async () => {
  stop();
  presence = 'online';
  start(false);
  preferences.change({ keepAwake: true });
  await clock.advance(BATCH_DELAY);
  expect([held.size, open]).toEqual([1, false]);
});

test('nothing blocks it after the app stops', async () => {
  preferences.change({ keepAwake: true });
  await opens(true);
  stop();
  await opens(true);
  expect(held.size).toBe(0);
});

describe('colleagues who are connected', () => {
  const nowConnected = async (...operatorIds: string[]): Promise<void> => {
    connected = operatorIds;
    bus.emit('answers.stale', { answers: [{ route: 'operators.connected' }] });
    await clock.advance(BATCH_DELAY);
  };

  test('keep the computer awake while the owner is away', async () => {
    await nowConnected('ivan');
    expect(held.size).toBe(1);
    await nowConnected('ivan', 'maria');
    expect(held.size).toBe(1);
    await nowConnected();
    expect(held.size).toBe(0);
  });

  test('and the owner’s own wish share one hold', async () => {
    preferences.change({ keepAwake: true });
    await opens(true);
    await nowConnected('ivan');
    expect(held.size).toBe(1);
    await opens(false);
    expect(held.size).toBe(1);
    await nowConnected();
    expect(held.size).toBe(0);
  });

  test('count from the start, and no more after the app stops', async () => {
    stop();
    connected = ['ivan'];
    start();
    await opens(false);
    expect(held.size).toBe(1);
    stop();
    await nowConnected('ivan', 'maria');
    expect(held.size).toBe(0);
  });
});
