import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { asidePath } from '#main/settings/aside-path.ts';
import { createKeyFileVault, derive } from '#main/settings/key-file-vault.ts';
import type { OpenedSecret, Vault } from '#main/settings/ports.ts';

const PREFIX = 'os1:';
const MASTER_FILE = 'vault.master';

/** The system's keyring, whichever calls this Electron has. */
interface Keyring {
  readonly encrypt: (plain: string) => Promise<Buffer>;
  readonly decrypt: (sealed: Buffer) => Promise<OpenedSecret>;
}

/** `weak`: the secrets are guarded by a key file, because the system offers no keyring. */
export interface SystemVault extends Vault {
  readonly weak: boolean;
}

/**
 * A vault on the operating system's keyring. Where there is none worth the name (a Linux without one keeps its key
 * in plain sight) the key file in `folder` seals instead; what either sealed stays readable while both are there.
 */
export async function createSafeStorageVault(options: { readonly safeStorage: SafeStorage; readonly folder: string }): Promise<SystemVault> {
  const keyring = await openKeyring(options.safeStorage);
  let keyFile: Promise<Vault> | undefined;
  const byKeyFile = (): Promise<Vault> => (keyFile ??= createKeyFileVault({ folder: options.folder, replaceDamaged: true }));

  const seal = async (plain: string): Promise<string> =>
    keyring === undefined ? (await byKeyFile()).seal(plain) : PREFIX + (await keyring.encrypt(plain)).toString('base64');
  const open = async (sealed: string): Promise<OpenedSecret> => {
    if (!sealed.startsWith(PREFIX)) return (await byKeyFile()).open(sealed);
    if (keyring === undefined) throw new Error("This secret was sealed by the system's keyring, which cannot be reached now");
    return keyring.decrypt(Buffer.from(sealed.slice(PREFIX.length), 'base64'));
  };

  let master: Promise<Buffer> | undefined;

  return {
    backend: keyring === undefined ? `${(await byKeyFile()).backend} (this system offers no keyring)` : keyringName(),
    weak: keyring === undefined,
    keyGiven: false,
    seal,
    open,
    deriveKey: async (purpose) => derive(await (master ??= masterKey(join(options.folder, MASTER_FILE), { seal, open })), purpose),
  };
}

/** A random key, kept sealed beside the settings. One that cannot be opened any more is set aside, and another one made. */
async function masterKey(path: string, { seal, open }: Pick<Vault, 'seal' | 'open'>): Promise<Buffer> {
  const kept = existsSync(path) ? await open(readFileSync(path, 'utf8')).catch(() => undefined) : undefined;
  const key = kept === undefined ? randomBytes(32) : Buffer.from(kept.plain, 'base64');
  if (kept !== undefined && !kept.sealAgain) return key;
  const draft = `${path}.draft`;
  writeFileSync(draft, await seal(key.toString('base64')), { mode: 0o600, flush: true });
  if (kept === undefined && existsSync(path)) renameSync(path, asidePath(path));
  renameSync(draft, path);
  return key;
}

/** undefined: the system has no keyring, or keeps its key where every program can read it. */
async function openKeyring(safeStorage: SafeStorage): Promise<Keyring | undefined> {
  if (process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())) return undefined;
  if ('isAsyncEncryptionAvailable' in safeStorage) {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return undefined;
    return {
      encrypt: (plain) => safeStorage.encryptStringAsync(plain),
      decrypt: async (sealed) => {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed);
        return { plain: result, sealAgain: shouldReEncrypt };
      },
    };
  }
  return syncKeyring(safeStorage);
}

/** What an older Electron has: calls that hold the process up. */
interface EarlierSafeStorage {
  readonly isEncryptionAvailable: () => boolean;
  readonly encryptString: (plain: string) => Buffer;
  readonly decryptString: (sealed: Buffer) => string;
}

function syncKeyring(safeStorage: EarlierSafeStorage): Keyring | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  return {
    encrypt: async (plain) => safeStorage.encryptString(plain),
    decrypt: async (sealed) => ({ plain: safeStorage.decryptString(sealed), sealAgain: false }),
  };
}

function keyringName(): string {
  if (process.platform === 'darwin') return 'the macOS keychain';
  return process.platform === 'win32' ? 'Windows data protection' : "the system's keyring";
}
