import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import { startKeepAwake } from './keep-awake.ts';
import { openPreferences, type Preferences } from '../preferences.ts';

let presence: 'online' | 'away';
let held: Set<number>;
let listeners: Set<(frame: string) => void>;
let preferences: Preferences;
let stop: () => void;

/** Says that the operator changed, and lets what follows happen. */
const changed = async (to: 'online' | 'away'): Promise<void> => {
  presence = to;
  for (const listener of listeners) listener('[{"seq":1,"name":"operators.changed","data":{}}]');
  await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(async () => {
  presence = 'away';
  held = new Set();
  listeners = new Set();
  preferences = openPreferences({
    file: { read: () => undefined, write: () => undefined, setAside: () => '' },
    log: pino({ level: 'silent' }),
  });
  let count = 0;
  stop = startKeepAwake({
    operatorId: 'olga',
    preferences,
    engine: {
      request: async (): Promise<Answer> => ({
        ok: true,
        data: { id: 'olga', name: 'Olga', presence, available: true },
      }),
      subscribe: (_operatorId, onFrame) => {
        listeners.add(onFrame);
        onFrame('[{"name":"hello","boot":"1","seq":0}]');
        return () => void listeners.delete(onFrame);
      },
    },
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

test('sleep is held off only while the operator is online and the owner wants it', async () => {
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

test('nothing holds it off once the app stops', async () => {
  preferences.change({ keepAwake: true });
  await changed('online');
  stop();
  expect(held.size).toBe(0);
  expect(listeners.size).toBe(0);
});
