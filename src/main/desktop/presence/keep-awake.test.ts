import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import { createBus, type Bus } from '#main/engine/bus.ts';
import { openPreferences, type Preferences } from '../preferences.ts';
import { askAs } from '../ask-engine.ts';
import { startKeepAwake } from './presence.ts';

let presence: 'online' | 'away';
let held: Set<number>;
let bus: Bus;
let preferences: Preferences;
let stop: () => void;

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
  held = new Set();
  bus = createBus(pino({ level: 'silent' }));
  preferences = openPreferences({
    file: { read: () => undefined, write: () => undefined, setAside: () => '' },
    log: pino({ level: 'silent' }),
  });
  let count = 0;
  stop = startKeepAwake({
    operatorId: 'olga',
    preferences,
    ask: askAs(
      {
        request: async (): Promise<Answer> => ({
          ok: true,
          data: { operators: [{ id: 'olga', name: 'Olga', presence, available: true }] },
        }),
      },
      'olga',
    ),
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
  await changed('away');
});

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
