import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyRestore, clearAfterRestore } from './apply-restore.ts';

/** How many renames succeed before the process dies. */
let renamesLeft = Number.POSITIVE_INFINITY;
const { renameSync } = fs;
beforeAll(() => {
  fs.renameSync = (from, to) => {
    if (renamesLeft === 0) throw new Error('the process ended');
    renamesLeft -= 1;
    renameSync(from, to);
  };
  syncBuiltinESMExports();
});
afterAll(() => {
  fs.renameSync = renameSync;
  syncBuiltinESMExports();
});

const DIGEST = `ab${'0'.repeat(62)}`;
let folder: string;
afterEach(() => {
  renamesLeft = Number.POSITIVE_INFINITY;
  rmSync(folder, { recursive: true, force: true });
});

/** A data folder with a pending restore. */
function waiting(): void {
  folder = mkdtempSync(join(tmpdir(), 'counterbell-apply-'));
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const name of ['counterbell.db', 'counterbell.db-wal', 'counterbell.db-shm', 'journal.db'])
    write(name, 'of before');
  write('vault.key', 'this computer’s');
  write('restore/staged/counterbell.db', 'restored');
  write(`restore/staged/media/ab/${DIGEST}`, 'a picture');
  write('restore/ready.json', JSON.stringify({ from: 'a.zip', at: 5, previous: 'b.zip' }));
}

function expectRestored(): void {
  expect(readFileSync(join(folder, 'counterbell.db'), 'utf8')).toBe('restored');
  for (const name of ['counterbell.db-wal', 'counterbell.db-shm', 'journal.db'])
    expect([name, existsSync(join(folder, name))]).toEqual([name, false]);
  expect(readFileSync(join(folder, 'vault.key'), 'utf8')).toBe('this computer’s');
  expect(readFileSync(join(folder, 'media', 'ab', DIGEST), 'utf8')).toBe('a picture');
  expect(clearAfterRestore(folder)).toEqual({ from: 'a.zip', at: 5, previous: 'b.zip', distrusted: [] });
  expect(existsSync(join(folder, 'restore'))).toBe(false);
}

test.each(Array.from({ length: 7 }, (_none, at) => at))(
  'a restore interrupted after %i steps continues at the next start',
  (steps) => {
    waiting();
    renamesLeft = steps;
    const isCutOff = (() => {
      try {
        applyRestore(folder);
        return false;
      } catch {
        return true;
      }
    })();
    expect(isCutOff).toBe(steps < 9);
    renamesLeft = Number.POSITIVE_INFINITY;
    applyRestore(folder);
    expectRestored();
  },
);

test('an incomplete restore changes nothing', () => {
  waiting();
  rmSync(join(folder, 'restore', 'ready.json'));
  applyRestore(folder);
  expect(readFileSync(join(folder, 'counterbell.db'), 'utf8')).toBe('of before');
  expect(clearAfterRestore(folder)).toBeUndefined();
  expect(existsSync(join(folder, 'restore'))).toBe(false);
});
