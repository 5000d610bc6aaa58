import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSafeStorageVault } from './safe-storage-vault.ts';

const mirrored = (text: string): string => Array.from(text).toReversed().join('');

type SafeStorage = Parameters<typeof createSafeStorageVault>[0]['safeStorage'];

/** A keyring whose cipher is a mirror, with the calls of a current or an older Electron. */
function fakeKeyring(kind: 'async' | 'sync', options: { backend?: string; available?: boolean } = {}): SafeStorage {
  const encrypt = (plain: string): Buffer => Buffer.from(mirrored(plain));
  const decrypt = (sealed: Buffer): string => mirrored(sealed.toString());
  const available = options.available ?? true;
  const calls =
    kind === 'async'
      ? {
          isAsyncEncryptionAvailable: async () => available,
          encryptStringAsync: async (plain: string) => encrypt(plain),
          decryptStringAsync: async (sealed: Buffer) => ({ shouldReEncrypt: false, result: decrypt(sealed) }),
        }
      : { isEncryptionAvailable: () => available, encryptString: encrypt, decryptString: decrypt };
  return { getSelectedStorageBackend: () => options.backend ?? 'gnome_libsecret', ...calls } as unknown as SafeStorage;
}

describe('safe-storage vault', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-safe-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['async', 'sync'] as const)('seals with the keyring by its %s calls', async (kind) => {
    const vault = await createSafeStorageVault({ safeStorage: fakeKeyring(kind), folder });
    const sealed = await vault.seal('secret');
    expect(sealed).toBe(`os1:${Buffer.from('terces').toString('base64')}`);
    expect(await vault.open(sealed)).toBe('secret');
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux').each([{ backend: 'basic_text' }, { backend: 'unknown' }, { available: false }])(
    'seals with a key file where the keyring is %j',
    async (options) => {
      const vault = await createSafeStorageVault({ safeStorage: fakeKeyring('async', options), folder });
      const sealed = await vault.seal('secret');
      expect(sealed).toMatch(/^v1:/);
      expect(vault.backend).toContain('no keyring');
      expect(vault.weak).toBe(true);
      expect(await vault.open(sealed)).toBe('secret');
    },
  );

  test('opens what the key file sealed before there was a keyring', async () => {
    const before = await createSafeStorageVault({ safeStorage: fakeKeyring('sync', { available: false }), folder });
    const sealed = await before.seal('secret');
    const after = await createSafeStorageVault({ safeStorage: fakeKeyring('sync'), folder });
    expect(await after.open(sealed)).toBe('secret');
  });

  test('says where a keyring is missed', async () => {
    const sealed = await (await createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder })).seal('secret');
    const without = await createSafeStorageVault({ safeStorage: fakeKeyring('async', { available: false }), folder });
    await expect(without.open(sealed)).rejects.toThrow(/keyring, which cannot be reached/);
  });

  test('derives the same key after a restart, from a master that is kept sealed', async () => {
    const make = () => createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder });
    const key = await (await make()).deriveKey('sessions');
    expect(await (await make()).deriveKey('sessions')).toEqual(key);
    expect(await (await make()).deriveKey('other')).not.toEqual(key);
    expect(readFileSync(join(folder, 'vault.master'), 'utf8')).toMatch(/^os1:/);
  });
});
