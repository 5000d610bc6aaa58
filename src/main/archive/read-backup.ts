import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { ContractError } from '#shared/contract/errors.ts';
import { unusable } from '#main/store/archive/validate-database.ts';
import { ENTRIES, manifest, MEDIA_ENTRY, MAX_ENTRIES } from './backup-format.ts';
import { jsonText } from './files.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';

const MEGABYTE = 1024 * 1024;
/** Limits of a backup; Counterbell never makes one beyond them. */
const MAX_SIZES = {
  text: 8 * MEGABYTE,
  database: 256 * 1024 * MEGABYTE,
  media: 2001 * MEGABYTE,
  /** unpacked bytes per packed byte, above the first megabytes */
  ratio: 300,
  unsuspicious: 64 * MEGABYTE,
} as const;

/** A backup opened for reading. Entry names are never used as paths: an unexpected one makes the backup unusable. */
export type OpenBackup = Awaited<ReturnType<typeof openBackup>>;

export interface Unpacking {
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/** Opens an untrusted file. Coded error: backup_unusable. */
export async function openBackup(path: string) {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      strictFileNames: true,
    });
  } catch (error) {
    throw systemCode(error) === 'ENOENT' ? error : unusable(phrase('errors:refusals.backup.notWhole'));
  }
  try {
    const entries = await readEntries(zip);
    const unpacked = entries.values().reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    // Entries can overlap in the file, so check the total as well.
    if (unpacked > MAX_SIZES.unsuspicious + zip.fileSize * MAX_SIZES.ratio)
      throw unusable(phrase('errors:refusals.backup.tooMuch'));
    const content = await readText(zip, entries, ENTRIES.manifest);
    const parsed = jsonText(manifest).safeParse(content);
    if (!parsed.success) throw unusable(phrase('errors:refusals.backup.otherKind'));
    const database = entries.get(ENTRIES.database);
    if (database === undefined) throw unusable(phrase('errors:refusals.backup.noDatabase'));
    const media = [...entries.keys()]
      .map((name) => MEDIA_ENTRY.exec(name)?.[2])
      .filter((digest) => digest !== undefined);
    return {
      manifest: parsed.data,
      /** unpacked bytes in total */
      unpacked,
      /** unpacked bytes of the database */
      databaseSize: database.uncompressedSize,
      secrets: async () => (entries.has(ENTRIES.secrets) ? readText(zip, entries, ENTRIES.secrets) : undefined),
      unpackDatabase: async (to: string, on: Unpacking) => void (await unpack(zip, entries, ENTRIES.database, to, on)),
      /** digests of its media files */
      media,
      /** writes one media file and checks that it matches its digest */
      unpackMedia: async (digest: string, to: string, on: Unpacking) => {
        const found = await unpack(zip, entries, `media/${digest.slice(0, 2)}/${digest}`, to, on);
        if (found !== digest) throw unusable(phrase('errors:refusals.backup.fileDamaged'));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

type Entries = ReadonlyMap<string, Entry>;

/** All entries, checked before anything is unpacked. */
async function readEntries(zip: ZipFile): Promise<Entries> {
  if (zip.entryCount > MAX_ENTRIES) throw unusable(phrase('errors:refusals.backup.tooMuch'));
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      rejectUnexpected(entry);
      if (entries.has(entry.fileName)) throw unusable(phrase('errors:refusals.backup.twice'));
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof ContractError ? error : unusable(phrase('errors:refusals.backup.notWhole'));
  }
  return entries;
}

function rejectUnexpected(entry: Entry): void {
  const most = maxSize(entry.fileName);
  if (most === undefined) throw unusable(phrase('errors:refusals.backup.strange'));
  const { uncompressedSize, compressedSize } = entry;
  const isBomb = uncompressedSize > MAX_SIZES.unsuspicious && uncompressedSize > compressedSize * MAX_SIZES.ratio;
  if (uncompressedSize > most || isBomb || entry.isEncrypted())
    throw unusable(phrase('errors:refusals.backup.strange'));
}

/** bytes; undefined if there is no such entry */
function maxSize(name: string): number | undefined {
  if (MEDIA_ENTRY.test(name)) return MAX_SIZES.media;
  if (name === ENTRIES.database) return MAX_SIZES.database;
  return name === ENTRIES.manifest || name === ENTRIES.secrets ? MAX_SIZES.text : undefined;
}

async function readText(zip: ZipFile, entries: Entries, name: string): Promise<string> {
  const entry = entries.get(name);
  if (entry === undefined) throw unusable(phrase('errors:refusals.backup.none'));
  const pieces: Buffer[] = [];
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  } catch {
    throw unusable(phrase('errors:refusals.backup.damaged'));
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** returns the digest of the bytes written */
async function unpack(zip: ZipFile, entries: Entries, name: string, to: string, { signal, onBytes }: Unpacking) {
  const entry = entries.get(name);
  if (entry === undefined) throw unusable(phrase('errors:refusals.backup.damaged'));
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const looked = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      hash.update(piece);
      onBytes(piece.byteLength);
      done(null, piece);
    },
  });
  try {
    const source = await zip.openReadStreamPromise(entry);
    await pipeline(source, looked, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }), { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // An error with a system code is the disk's; anything else means a bad file.
    throw isDiskError(error) ? error : unusable(phrase('errors:refusals.backup.damaged'));
  }
  return hash.digest('hex');
}

function isDiskError(error: unknown): boolean {
  return /^E[A-Z]+$/.test(systemCode(error) ?? '');
}
