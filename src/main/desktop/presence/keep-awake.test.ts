import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { openPreferences, type Preferences } from '../preferences.ts';
import { askOf } from '../ask-engine.ts';
import { startKeepAwake } from './presence.ts';

let presence: 'online' | 'away';
let held: Set<number>;
let count = 0;
let bus: Bus;
let preferences: Preferences;
let stop: () => void;
/** connected when the app starts */
let connected: readonly string[];

/** Reports a change of the operator, and runs what follows. */
const changed = async (to: 'online' | 'away'): Promise<void> => {
  presence = to;
  bus.emit('operators.changed', {
    operators: [{ id: 'olga', name: 'Olga', role: 'owner', presence, available: true }],
  });
  await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(async () => {
  presence = 'away';
  connected = [];
  held = new Set();
  bus = createBus(pino({ level: 'silent' }));
  preferences = openPreferences({
    file: { read: () => undefined, write: () => undefined, setAside: () => '' },
    log: pino({ level: 'silent' }),
  });
  start();
  await changed('away');
});

function start(): void {
  stop = startKeepAwake({
    operatorId: 'olga',
    preferences,
    ask: askOf({
      request: async (route): Promise<Answer> => ({
        ok: true,
        data:
          route === 'operators.connected'
            ? { operatorIds: connected }
            : { operators: [{ id: 'olga', name: 'Olga', presence, available: true }] },
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
  const nowConnected = (...operatorIds: string[]): void => bus.emit('operators.connected', { operatorIds });

  test('keep the computer awake while the owner is away', () => {
    nowConnected('ivan');
    expect(held.size).toBe(1);
    nowConnected('ivan', 'maria');
    expect(held.size).toBe(1);
    nowConnected();
    expect(held.size).toBe(0);
  });

  test('and the owner’s own wish share one hold', async () => {
    preferences.change({ keepAwake: true });
    await changed('online');
    nowConnected('ivan');
    expect(held.size).toBe(1);
    await changed('away');
    expect(held.size).toBe(1);
    nowConnected();
    expect(held.size).toBe(0);
  });

  test('count from the start, and no more after the app stops', async () => {
    stop();
    connected = ['ivan'];
    start();
    await changed('away');
    expect(held.size).toBe(1);
    stop();
    nowConnected('ivan', 'maria');
    expect(held.size).toBe(0);
  });
});
