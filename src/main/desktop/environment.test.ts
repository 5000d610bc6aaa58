import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

test('without variables, the listener is on loopback', () => {
  expect(readEnvironment({})).toEqual({
    dataFolder: undefined,
    listener: { host: '127.0.0.1', port: 8787, isFixed: false },
    provision: undefined,
  });
});

test('every variable is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterbell-surroundings-'));
  const file = join(folder, 'provision.json');
  writeFileSync(file, '{"channels":[]}');
  const read = readEnvironment({
    COUNTERBELL_DATA_DIR: folder,
    COUNTERBELL_LISTENER: '[::1]:0',
    COUNTERBELL_PROVISION: file,
  });
  expect(read).toEqual({
    dataFolder: folder,
    listener: { host: '::1', port: 0, isFixed: true },
    provision: { channels: [] },
  });
  rmSync(folder, { recursive: true, force: true });
});

test('an invalid value is named', () => {
  expect(() => readEnvironment({ COUNTERBELL_LISTENER: '8787' })).toThrow('COUNTERBELL_LISTENER wants HOST:PORT');
  expect(() => readEnvironment({ COUNTERBELL_PROVISION: '/nowhere.json' })).toThrow(
    'The provision file /nowhere.json cannot be read as JSON',
  );
});
