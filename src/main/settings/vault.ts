import { type Phrase, phrase } from '#shared/locales/phrase.ts';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asidePath, textOf, writeWhole } from './computer.ts';

/** Encrypts the secrets of the settings. */
export interface Vault {
  /** protection of the secrets, as text for the settings */
  readonly backend: Phrase;
  /** the key was supplied for this start: one that opens nothing is a mistake to correct, not a loss */
  readonly keyGiven: boolean;
  readonly seal: (plain: string) => Promise<string>;
  /** rejects if the text was sealed with another key */
  readonly open: (sealed: string) => Promise<OpenedSecret>;
  /** a key for one purpose (signing sessions), the same after a restart */
  readonly deriveKey: (purpose: string) => Promise<Buffer>;
}

export interface OpenedSecret {
  readonly plain: string;
  /** the key that sealed it has been replaced by a newer one: seal it again */
  readonly needsResealing: boolean;
}

/** A key for one purpose, or one for this run alone: a vault that cannot be used now must not prevent the start. */
export function keyFor(vault: Pick<Vault, 'deriveKey'>, purpose: string): Promise<Buffer> {
  return vault.deriveKey(purpose).catch(() => randomBytes(KEY_BYTES));
}

/** Prefix of texts sealed under the key file; another format would get another prefix. */
export const KEY_FILE_PREFIX = 'v1:';

const KEY_FILE = 'vault.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Fixed salts: the same key must result from the same text on every start. */
const PASSPHRASE_SALT = 'counterbell vault';

export interface KeyFileVaultOptions {
  readonly folder: string;
  readonly key?: string | undefined;
  /** moves a damaged key file aside and creates another instead of refusing: for starts with nobody to ask */
  readonly replaceDamaged?: boolean;
}

/**
 * A vault under a key of our own: AES-256-GCM with the key in `key` (COUNTERBELL_KEY: 32 bytes in base64, or any text),
 * else in `<folder>/vault.key` (0600), created on the first start. Call it while holding the folder's lock.
 */
export async function createKeyFileVault(options: KeyFileVaultOptions): Promise<Vault> {
  if (options.key !== undefined && options.key !== '') {
    return keyVault(await keyFromText(options.key), phrase('errors:computer.vault.given'), true);
  }
  return keyVault(
    keyFromFile(options.folder, options.replaceDamaged ?? false),
    phrase('errors:computer.vault.keyFile'),
    false,
  );
}

function keyVault(master: Buffer, backend: Phrase, keyGiven: boolean): Vault {
  const sealing = derive(master, 'sealing');
  return {
    backend,
    keyGiven,
    seal: async (plain) => KEY_FILE_PREFIX + encrypt(plain, sealing).toString('base64'),
    open: async (sealed) => {
      if (!sealed.startsWith(KEY_FILE_PREFIX)) throw new Error('This secret was not sealed by the key file');
      const bytes = Buffer.from(sealed.slice(KEY_FILE_PREFIX.length), 'base64');
      return { plain: decrypt(bytes, sealing), needsResealing: false };
    },
    deriveKey: async (purpose) => derive(master, `purpose: ${purpose}`),
  };
}

/** With AES-256-GCM: nonce, tag and the encrypted text. `about` is not in it, but has to be the same to open it. */
export function encrypt(plain: string, key: Buffer, about: Buffer = Buffer.alloc(0)): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(about);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Decrypts what `encrypt` made. Throws if it is cut short, changed, or was made with another key. */
export function decrypt(bytes: Buffer, key: Buffer, about: Buffer = Buffer.alloc(0)): string {
  const end = NONCE_BYTES + TAG_BYTES;
  if (bytes.length < end) throw new Error('This secret is cut short');
  const [nonce, tag, body] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, end), bytes.subarray(end)];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(about);
  try {
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Error('This secret was sealed with another key, or was changed since', { cause });
  }
}

/** Derives a key for one purpose, by HKDF-SHA-256. */
export function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `counterbell ${purpose}`, KEY_BYTES));
}

async function keyFromText(text: string): Promise<Buffer> {
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  const stretched = promisify<string, string, number, Buffer>(scrypt);
  return stretched(text, PASSPHRASE_SALT, KEY_BYTES);
}

function keyFromFile(folder: string, replaceDamaged: boolean): Buffer {
  const path = join(folder, KEY_FILE);
  const text = textOf(path);
  const found = text === undefined ? undefined : Buffer.from(text.trim(), 'base64');
  if (found?.length === KEY_BYTES) return found;
  if (found !== undefined) {
    // A new key here would make every sealed secret unreadable until the old one is back.
    if (!replaceDamaged)
      throw new Error(
        `The key file ${path} is damaged: put it back from a backup, or take it away to start with new secrets`,
      );
    renameSync(path, asidePath(path));
  }
  const key = randomBytes(KEY_BYTES);
  writeWhole(path, `${key.toString('base64')}\n`);
  return key;
}
