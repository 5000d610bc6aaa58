import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { computerFileAt, openComputer } from './computer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterbell-computer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, 'computer.json');
const open = () => openComputer(computerFileAt(path()), pino({ level: 'silent' }));
const FOUND = { wanted: 8787, port: 8788, instead: 8787 };

test('settings of this computer survive a restart, and a change leaves the others alone', () => {
  expect(open().current()).toEqual({ foundPort: null, backupFolder: null });
  open().change({ foundPort: FOUND });
  const again = open();
  again.change({ backupFolder: '/backups', foundPort: undefined });
  expect(again.current()).toEqual({ foundPort: FOUND, backupFolder: '/backups' });
  expect(open().current()).toEqual(again.current());
});

test.each(['no JSON', '[]', '{"foundPort":{"port":"many"}}'])('a file of %s is replaced by an empty one', (text) => {
  writeFileSync(path(), text);
  const computer = open();
  expect(computer.current()).toEqual({ foundPort: null, backupFolder: null });
  computer.change({ backupFolder: '/backups' });
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ backupFolder: '/backups' });
});

test('a change that cannot be written has no effect', () => {
  const computer = openComputer(
    {
      read: () => undefined,
      write: () => {
        throw new Error('disk full');
      },
    },
    pino({ level: 'silent' }),
  );
  expect(() => computer.change({ backupFolder: '/backups' })).toThrow('disk full');
  expect(computer.current().backupFolder).toBeNull();
});
