import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeyFileVault } from './vault.ts';

describe('key-file vault', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-vault-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('opens after a restart what it sealed before', async () => {
    const sealed = await (await createKeyFileVault({ folder })).seal('päth-secret 🔑');
    expect(sealed).not.toContain('secret');
    expect(await (await createKeyFileVault({ folder })).open(sealed)).toEqual({
      plain: 'päth-secret 🔑',
      needsResealing: false,
    });
  });

  test('seals the same text differently each time', async () => {
    const vault = await createKeyFileVault({ folder });
    expect(await vault.seal('same')).not.toBe(await vault.seal('same'));
  });

  test.skipIf(process.platform === 'win32')(
    'keeps its key in a file that only the owner can read, and leaves no temporary file',
    async () => {
      await createKeyFileVault({ folder });
      expect(readdirSync(folder)).toEqual(['vault.key']);
      expect(statSync(join(folder, 'vault.key')).mode & 0o777).toBe(0o600);
    },
  );

  test('refuses a damaged key file and leaves it unchanged', async () => {
    writeFileSync(join(folder, 'vault.key'), 'short');
    await expect(createKeyFileVault({ folder })).rejects.toThrow(/damaged/);
    expect(readFileSync(join(folder, 'vault.key'), 'utf8')).toBe('short');
  });

  test('moves a damaged key file aside on request, and creates another', async () => {
    writeFileSync(join(folder, 'vault.key'), 'short');
    const vault = await createKeyFileVault({ folder, replaceDamaged: true });
    expect(await (await createKeyFileVault({ folder })).open(await vault.seal('x'))).toMatchObject({ plain: 'x' });
    const aside = readdirSync(folder).filter((name) => name.startsWith('vault.damaged-'));
    expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['short']);
  });

  test('refuses what was sealed with another key', async () => {
    const sealed = await (await createKeyFileVault({ folder, key: 'one' })).seal('x');
    await expect((await createKeyFileVault({ folder, key: 'two' })).open(sealed)).rejects.toThrow(/another key/);
  });

  test('refuses a changed byte', async () => {
    const vault = await createKeyFileVault({ folder });
    const bytes = Buffer.from((await vault.seal('x')).slice(3), 'base64');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await expect(vault.open(`v1:${bytes.toString('base64')}`)).rejects.toThrow();
  });

  test.each([
    ['a passphrase', 'any words at all'],
    ['32 bytes in base64', randomBytes(32).toString('base64')],
  ])('takes %s from the environment and creates no file', async (_kind, key) => {
    const sealed = await (await createKeyFileVault({ folder, key })).seal('x');
    const again = await createKeyFileVault({ folder, key });
    expect([again.keyGiven, await again.open(sealed)]).toEqual([true, { plain: 'x', needsResealing: false }]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('derives one key per purpose, the same after a restart', async () => {
    const first = await createKeyFileVault({ folder });
    const second = await createKeyFileVault({ folder });
    expect(await second.deriveKey('sessions')).toEqual(await first.deriveKey('sessions'));
    expect(await first.deriveKey('sessions')).not.toEqual(await first.deriveKey('other'));
  });
});
