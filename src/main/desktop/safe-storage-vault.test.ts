import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSafeStorageVault } from './safe-storage-vault.ts';
import { phrase } from '#shared/locales/phrase.ts';

const mirrored = (text: string): string => Array.from(text).toReversed().join('');

type SafeStorage = Parameters<typeof createSafeStorageVault>[0]['safeStorage'];

/** A keyring that "encrypts" by reversing text, with the API of a current or an older Electron. */
function fakeKeyring(
  kind: 'async' | 'sync',
  options: { backend?: string; available?: boolean; rotated?: boolean; locked?: boolean } = {},
): SafeStorage {
  const encrypt = (plain: string): Buffer => Buffer.from(mirrored(plain));
  const decrypt = (sealed: Buffer): string => {
    if (options.locked === true) throw new Error('Error while decrypting the ciphertext');
    return mirrored(sealed.toString());
  };
  const available = (): boolean => options.available ?? true;
  const calls =
    kind === 'async'
      ? {
          isAsyncEncryptionAvailable: async () => available(),
          encryptStringAsync: async (plain: string) => encrypt(plain),
          decryptStringAsync: async (sealed: Buffer) => ({
            shouldReEncrypt: options.rotated ?? false,
            result: decrypt(sealed),
          }),
        }
      : { isEncryptionAvailable: available, encryptString: encrypt, decryptString: decrypt };
  return { getSelectedStorageBackend: () => options.backend ?? 'gnome_libsecret', ...calls } as unknown as SafeStorage;
}

describe('safe-storage vault', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterbell-safe-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each(['async', 'sync'] as const)('seals with the keyring through its %s API', async (kind) => {
    const vault = await createSafeStorageVault({ safeStorage: fakeKeyring(kind), folder });
    const sealed = await vault.seal('secret');
    expect(sealed).toBe(`os1:${Buffer.from('terces').toString('base64')}`);
    expect(await vault.open(sealed)).toEqual({ plain: 'secret', needsResealing: false });
    expect(readdirSync(folder)).toEqual([]);
  });

  test
    .skipIf(process.platform !== 'linux')
    .each([{ backend: 'basic_text' }, { backend: 'unknown' }, { available: false }])(
    'seals with a key file if the keyring is %j',
    async (options: { readonly backend?: string; readonly available?: boolean }) => {
      const vault = await createSafeStorageVault({ safeStorage: fakeKeyring('async', options), folder });
      const sealed = await vault.seal('secret');
      expect(sealed).toMatch(/^v1:/);
      expect(vault.backend).toEqual(
        phrase('available' in options ? 'errors:computer.vault.keyFileLocked' : 'errors:computer.vault.keyFileOnly'),
      );
      expect(vault.weak).toBe(true);
      expect(await vault.open(sealed)).toEqual({ plain: 'secret', needsResealing: false });
    },
  );

  test('opens what the key file sealed before there was a keyring', async () => {
    const before = await createSafeStorageVault({ safeStorage: fakeKeyring('sync', { available: false }), folder });
    const sealed = await before.seal('secret');
    const after = await createSafeStorageVault({ safeStorage: fakeKeyring('sync'), folder });
    expect(await after.open(sealed)).toMatchObject({ plain: 'secret' });
  });

  test('opens what the keyring sealed after a time without it', async () => {
    const byKeyring = await (await createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder })).seal('first');
    const byKeyFile = await (
      await createSafeStorageVault({ safeStorage: fakeKeyring('async', { available: false }), folder })
    ).seal('second');
    const back = await createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder });
    expect([await back.open(byKeyring), await back.open(byKeyFile)]).toMatchObject([
      { plain: 'first' },
      { plain: 'second' },
    ]);
  });

  test('reports a secret to be resealed when the keyring asks for it', async () => {
    const sealed = await (await createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder })).seal('secret');
    const rotated = await createSafeStorageVault({ safeStorage: fakeKeyring('async', { rotated: true }), folder });
    expect(await rotated.open(sealed)).toEqual({ plain: 'secret', needsResealing: true });
  });

  test('reports a missing keyring', async () => {
    const sealed = await (await createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder })).seal('secret');
    const without = await createSafeStorageVault({ safeStorage: fakeKeyring('async', { available: false }), folder });
    await expect(without.open(sealed)).rejects.toThrow(/keyring, which cannot be reached/);
  });

  test('derives the same key after a restart, from a sealed master', async () => {
    const make = () => createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder });
    const key = await (await make()).deriveKey('sessions');
    expect(await (await make()).deriveKey('sessions')).toEqual(key);
    expect(await (await make()).deriveKey('other')).not.toEqual(key);
    expect(readFileSync(join(folder, 'vault.master'), 'utf8')).toMatch(/^os1:/);
  });

  describe.each([
    ['is locked', { locked: true }],
    ['cannot be reached', { available: false }],
    ['is none in this session', { backend: 'basic_text' }],
  ] as const)('while the keyring %s', (_what, away) => {
    const files = (): Record<string, string> =>
      Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

    test.skipIf(process.platform !== 'linux')(
      'keeps the existing master, which becomes readable again with the keyring',
      async () => {
        const before = await (
          await createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder })
        ).deriveKey('sessions');
        const { 'vault.master': stored } = files();
        for (let start = 0; start < 3; start += 1) {
          const without = await createSafeStorageVault({ safeStorage: fakeKeyring('async', away), folder });
          await expect(without.deriveKey('sessions')).rejects.toThrow(/keyring|decrypting/);
          await expect(without.deriveKey('sessions')).rejects.toThrow(/keyring|decrypting/);
        }
        expect(files()).toMatchObject({ 'vault.master': stored });
        expect(Object.keys(files()).filter((name) => name.includes('damaged'))).toEqual([]);
        expect(
          await (await createSafeStorageVault({ safeStorage: fakeKeyring('async'), folder })).deriveKey('sessions'),
        ).toEqual(before);
      },
    );
  });

  test.each(['async', 'sync'] as const)('opens what was locked without a restart (%s)', async (kind) => {
    const before = await createSafeStorageVault({ safeStorage: fakeKeyring(kind), folder });
    const [sealed, key] = [await before.seal('secret'), await before.deriveKey('sessions')];
    const state = { locked: true };
    const vault = await createSafeStorageVault({ safeStorage: fakeKeyring(kind, state), folder });
    await expect(vault.open(sealed)).rejects.toThrow();
    await expect(vault.deriveKey('sessions')).rejects.toThrow();
    state.locked = false;
    expect(await vault.open(sealed)).toMatchObject({ plain: 'secret' });
    expect(await vault.deriveKey('sessions')).toEqual(key);
  });

  test('reports a locked keyring, and seals with it once it is reachable', async () => {
    const state = { available: false };
    const vault = await createSafeStorageVault({ safeStorage: fakeKeyring('async', state), folder });
    expect([vault.backend, vault.weak]).toEqual([phrase('errors:computer.vault.keyFileLocked'), true]);
    const byKeyFile = await vault.seal('first');
    expect(byKeyFile).toMatch(/^v1:/);
    state.available = true;
    expect(await vault.seal('second')).toMatch(/^os1:/);
    expect(await vault.open(byKeyFile)).toMatchObject({ plain: 'first' });
    expect([vault.backend, vault.weak]).toEqual([phrase('errors:computer.vault.keyring'), false]);
  });

  test('opens with a key file that was put back', async () => {
    const make = () => createSafeStorageVault({ safeStorage: fakeKeyring('async', { backend: 'basic_text' }), folder });
    const sealed = await (await make()).seal('secret');
    const stored = readFileSync(join(folder, 'vault.key'));
    writeFileSync(join(folder, 'vault.key'), randomBytes(32).toString('base64'));
    const vault = await make();
    await expect(vault.open(sealed)).rejects.toThrow(/another key/);
    writeFileSync(join(folder, 'vault.key'), stored);
    expect(await vault.open(sealed)).toMatchObject({ plain: 'secret' });
  });

  test('reseals the master when the keyring asks for it', async () => {
    const make = (rotated: boolean) =>
      createSafeStorageVault({ safeStorage: fakeKeyring('async', { rotated }), folder });
    const key = await (await make(false)).deriveKey('sessions');
    const { ino } = statSync(join(folder, 'vault.master'));
    expect(await (await make(true)).deriveKey('sessions')).toEqual(key);
    expect(statSync(join(folder, 'vault.master')).ino).not.toBe(ino);
    expect(readdirSync(folder)).toEqual(['vault.master']);
  });
});
