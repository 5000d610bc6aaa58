import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderInUse, lockDataFolder } from './data-folder-lock.ts';

describe('data folder lock', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps a second engine out until the first one releases it', async () => {
    const unlock = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(FolderInUse);
    await unlock();
    await (
      await lockDataFolder(folder)
    )();
  });

  test('admits exactly one of many simultaneous starts', async () => {
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)));
    const locks = tried.filter((each) => each.status === 'fulfilled');
    expect(locks).toHaveLength(1);
    await locks[0]?.value();
  });

  test('is free for exactly one after its owner was killed', async () => {
    const program = `import('${new URL('./data-folder-lock.ts', import.meta.url)}').then(async (lock) => {
      await lock.lockDataFolder(process.argv[1]);
      console.log('locked');
      setInterval(() => {}, 1000);
    });`;
    const owner = spawn(process.execPath, ['-e', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    await expect(lockDataFolder(folder)).rejects.toThrow(FolderInUse);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const tried = await Promise.allSettled(Array.from({ length: 2 }, () => lockDataFolder(folder)));
    const locks = tried.filter((each) => each.status === 'fulfilled');
    expect(locks).toHaveLength(1);
    await locks[0]?.value();
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'reports a folder that cannot be written to',
    async () => {
      chmodSync(folder, 0o500);
      await expect(lockDataFolder(folder)).rejects.toThrow(`This user may not write to the data folder ${folder}`);
      await expect(lockDataFolder(join(folder, 'new'))).rejects.toThrow('may not write');
      chmodSync(folder, 0o700);
    },
  );

  test('works in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const unlock = await lockDataFolder(deep);
    await expect(lockDataFolder(deep)).rejects.toThrow(FolderInUse);
    await unlock();
  });
});
