import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { openPreferences, type Preferences } from '../preferences.ts';
import { askOf, BATCH_DELAY } from '../ask-engine.ts';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { startKeepAwake } from './presence.ts';

let presence: 'online' | 'away';
let held: Set<number>;
let count = 0;
let bus: Bus;
let clock: FakeClock;
let preferences: Preferences;
let stop: () => void;
/** connected when the app starts */
let connected: readonly string[];

/** Reports a change of the operator, and runs what follows. */
const changed = async (to: 'online' | 'away'): Promise<void> => {
  presence = to;
  bus.emit('answers.stale', { answers: [{ route: 'operators.me' }] });
  await clock.advance(BATCH_DELAY);
};

beforeEach(async () => {
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
  await changed('away');
});

function start(): void {
  stop = startKeepAwake({
    clock,
    preferences,
    failed: (error) => expect.fail(String(error)),
    ask: askOf({
      request: async (route): Promise<Answer> => ({
        ok: true,
        data:
          route === 'operators.connected'
            ? { operatorIds: connected }
            : { id: 'olga', name: 'Olga', role: 'owner', presence, available: true },
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

test('sleep is blocked only while the operator is online and the owner wants it', async () => {
  await changed('online');
  expect(held.size).toBe(0);
  preferences.change({ keepAwake: true });
  expect(held.size).toBe(1);
  await changed('online');
  expect(held.size).toBe(1);
  await changed('away');
  expect(held.size).toBe(0);
  await changed('online');
  preferences.change({ keepAwake: false });
  expect(held.size).toBe(0);
});

test('nothing blocks it after the app stops', async () => {
  preferences.change({ keepAwake: true });
  await changed('online');
  stop();
  await changed('online');
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
    await changed('online');
    await nowConnected('ivan');
    expect(held.size).toBe(1);
    await changed('away');
    expect(held.size).toBe(1);
    await nowConnected();
    expect(held.size).toBe(0);
  });

  test('count from the start, and no more after the app stops', async () => {
    stop();
    connected = ['ivan'];
    start();
    await changed('away');
    expect(held.size).toBe(1);
    stop();
    await nowConnected('ivan', 'maria');
    expect(held.size).toBe(0);
  });
});
