import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { createKeyFileVault, derive, type OpenedSecret, type Vault } from '#main/settings/vault.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

const PREFIX = 'os1:';
const MASTER_FILE = 'vault.master';

/** The system's keyring, through either Electron API. */
interface Keyring {
  readonly encrypt: (plain: string) => Promise<Buffer>;
  readonly decrypt: (sealed: Buffer) => Promise<OpenedSecret>;
}

/** `weak`: a key file protects the secrets, because the system has no keyring or keeps it locked. */
export interface SystemVault extends Vault {
  readonly weak: boolean;
}

/**
 * A vault on the system's keyring. If there is no real one (some Linux keep its key readable) or it is locked, the key
 * file in `folder` seals instead; anything sealed by either stays readable while both exist. Whatever is unreachable is
 * retried whenever it is needed.
 */
export async function createSafeStorageVault(options: {
  readonly safeStorage: SafeStorage;
  readonly folder: string;
}): Promise<SystemVault> {
  const { safeStorage, folder } = options;
  const offers = offersKeyring(safeStorage);
  let known: Keyring | undefined;
  const getKeyring = async (): Promise<Keyring | undefined> =>
    (known ??= offers ? await openKeyring(safeStorage) : undefined);
  await getKeyring();
  let keyFile: Promise<Vault> | undefined;
  const getKeyFileVault = (): Promise<Vault> => (keyFile ??= createKeyFileVault({ folder, replaceDamaged: true }));
  if (known === undefined) await getKeyFileVault();

  const seal = async (plain: string): Promise<string> => {
    const keyring = await getKeyring();
    return keyring === undefined
      ? (await getKeyFileVault()).seal(plain)
      : PREFIX + (await keyring.encrypt(plain)).toString('base64');
  };
  const open = async (sealed: string): Promise<OpenedSecret> => {
    if (!sealed.startsWith(PREFIX)) return openWithKeyFile(sealed);
    const keyring = await getKeyring();
    if (keyring === undefined)
      throw new Error("This secret was sealed by the system's keyring, which cannot be reached now");
    return keyring.decrypt(Buffer.from(sealed.slice(PREFIX.length), 'base64'));
  };
  const openWithKeyFile = async (sealed: string): Promise<OpenedSecret> => {
    const used = getKeyFileVault();
    try {
      return await (await used).open(sealed);
    } catch (error) {
      // The file may be put back while the app runs.
      if (keyFile === used) keyFile = undefined;
      throw error;
    }
  };

  let master: Promise<Buffer> | undefined;
  const openMaster = (): Promise<Buffer> =>
    (master ??= masterKey(join(folder, MASTER_FILE), { seal, open }).catch((error: unknown) => {
      master = undefined;
      throw error;
    }));

  return {
    get backend() {
      if (known !== undefined) return keyringName();
      return offers ? phrase('errors:computer.vault.keyFileLocked') : phrase('errors:computer.vault.keyFileOnly');
    },
    get weak() {
      return known === undefined;
    },
    keyGiven: false,
    seal,
    open,
    deriveKey: async (purpose) => derive(await openMaster(), purpose),
  };
}

/** A random key, sealed beside the settings. Rejects if it cannot be opened; it may open later, so is not replaced. */
async function masterKey(path: string, { seal, open }: Pick<Vault, 'seal' | 'open'>): Promise<Buffer> {
  const storedKey = existsSync(path) ? await open(readFileSync(path, 'utf8')) : undefined;
  const key = storedKey === undefined ? randomBytes(32) : Buffer.from(storedKey.plain, 'base64');
  if (storedKey !== undefined && !storedKey.needsResealing) return key;
  const draft = `${path}.draft`;
  writeFileSync(draft, await seal(key.toString('base64')), { mode: 0o600, flush: true });
  renameSync(draft, path);
  return key;
}

/** Checks for a real keyring; some Linux systems keep its key readable for every program. */
function offersKeyring(safeStorage: SafeStorage): boolean {
  return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
}

/** undefined: it is locked or unreachable. */
async function openKeyring(safeStorage: SafeStorage): Promise<Keyring | undefined> {
  if (!('isAsyncEncryptionAvailable' in safeStorage)) return syncKeyring(safeStorage);
  if (!(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))) return undefined;
  return {
    encrypt: (plain) => safeStorage.encryptStringAsync(plain),
    decrypt: async (sealed) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed);
      return { plain: result, needsResealing: shouldReEncrypt };
    },
  };
}

/** Keyring by the API of an older Electron, which blocks the process. */
function syncKeyring(safeStorage: {
  readonly isEncryptionAvailable: () => boolean;
  readonly encryptString: (plain: string) => Buffer;
  readonly decryptString: (sealed: Buffer) => string;
}): Keyring | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  return {
    encrypt: async (plain) => safeStorage.encryptString(plain),
    decrypt: async (sealed) => ({ plain: safeStorage.decryptString(sealed), needsResealing: false }),
  };
}

function keyringName(): Phrase {
  const names: Partial<Record<NodeJS.Platform, 'keychain' | 'windows'>> = { darwin: 'keychain', win32: 'windows' };
  return phrase(`errors:computer.vault.${names[process.platform] ?? 'keyring'}`);
}
