import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, open, rename } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import type { Clock } from '#main/clock/clock.ts';
import type { JobReport } from '#main/jobs/jobs.ts';
import type { StoreThreads } from '#main/store/thread.ts';
import type { Vault } from '#main/settings/vault.ts';
import type { SettingsState } from '#main/settings/installation.ts';
import { runArchiveTask } from '#main/store/archive/archive-thread.ts';
import type { CopyFacts } from '#main/store/archive/copies.ts';
import type { BackupKind } from '#shared/contract/archive.ts';
import { backupName, ENTRIES, MAX_ENTRIES, type Manifest } from './backup-format.ts';
import { secretsToSeal } from './imported-settings.ts';
import type { ArchivePaths } from './files.ts';
import { sealForHost, sealWithPassphrase } from './secret-box.ts';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { flushFolder } from '#main/media/folder-files.ts';

export interface BackupContext {
  readonly paths: ArchivePaths;
  readonly settings: () => SettingsState;
  readonly vault: Vault;
  readonly storeThreads: StoreThreads;
  readonly clock: Clock;
  readonly version: string;
}

export interface BackupRequest {
  readonly kind: BackupKind;
  /** created if missing */
  readonly folder: string;
  readonly withMedia: boolean;
  /** passphrase for the secrets; `host`: this computer's own key */
  readonly secrets: { readonly passphrase: string } | 'host' | 'none';
}

/** Writes a backup while the engine keeps running; resolves to its name. Leaves nothing behind if it rejects. */
export async function writeBackup(
  writing: BackupContext,
  wish: BackupRequest,
  { signal, at }: Pick<JobReport, 'signal' | 'at'>,
): Promise<string> {
  const { paths, storeThreads, clock } = writing;
  const copy = join(paths.work, `${randomUUID()}.db`);
  await mkdir(paths.work, { recursive: true, mode: 0o700 });
  await mkdir(wish.folder, { recursive: true, mode: 0o700 });
  try {
    at('snapshot', 0);
    const settings = writing.settings();
    const madeAt = clock.wall();
    const facts = await runArchiveTask(
      storeThreads,
      { name: 'snapshot', from: paths.database, to: copy },
      { signal, onPart: (part) => at('snapshot', part) },
    );
    const name = unusedName(wish.folder, madeAt, wish.kind);
    const whole = (await stat(copy)).size + (wish.withMedia ? totalBytes(facts.media) : 0);
    let done = 0;
    const onBytes = (bytes: number): void => {
      done += bytes;
      // All bytes are written; how long flushing takes cannot be predicted.
      if (done < whole) at('writing', done / whole);
      else at('finishing');
    };
    await writeZip(join(wish.folder, name), backupEntries(writing, wish, { copy, facts, settings, madeAt }), {
      signal,
      onBytes,
      madeAt,
    });
    return name;
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) await rm(`${copy}${ending}`, { force: true });
  }
}

interface BackupContent {
  readonly copy: string;
  readonly facts: CopyFacts;
  readonly settings: SettingsState;
  readonly madeAt: number;
}

async function* backupEntries(
  { vault, version, paths }: BackupContext,
  wish: BackupRequest,
  { copy, facts, settings, madeAt }: BackupContent,
): AsyncGenerator<ZipPart> {
  const { customers, chats, messages, schemaVersion } = facts;
  // Keep the newest if there are more than a backup can hold.
  const media = facts.media.slice(0, MAX_ENTRIES - Object.keys(ENTRIES).length);
  const { secrets } = wish;
  const content: Manifest = {
    format: 'counterbell-backup',
    formatVersion: 1,
    version,
    schemaVersion,
    madeAt,
    installationId: settings.installationId,
    withMedia: wish.withMedia,
    secrets: typeof secrets === 'string' ? secrets : 'passphrase',
    counts: {
      customers,
      chats,
      messages,
      media: wish.withMedia ? media.length : 0,
      mediaBytes: wish.withMedia ? totalBytes(media) : 0,
      channels: settings.channels.length,
      bots: settings.bots.length,
      operators: settings.operators.length,
    },
  };
  yield { name: ENTRIES.manifest, text: JSON.stringify(content, null, 2) };
  if (secrets !== 'none') {
    const plain = secretsToSeal(settings, facts.settingsDigest);
    yield {
      name: ENTRIES.secrets,
      text: secrets === 'host' ? await sealForHost(plain, vault) : await sealWithPassphrase(plain, secrets.passphrase),
    };
  }
  yield { name: ENTRIES.database, path: copy };
  if (!wish.withMedia) return;
  for (const [digest] of media) {
    // The file may be deleted meanwhile, for space or by an erasure.
    yield {
      name: `media/${digest.slice(0, 2)}/${digest}`,
      path: join(paths.media, digest.slice(0, 2), digest),
      stored: true,
      optional: true,
    };
  }
}

function totalBytes(media: CopyFacts['media']): number {
  return media.reduce((sum, [, size]) => sum + size, 0);
}

function unusedName(folder: string, madeAt: number, kind: BackupKind): string {
  for (let again = 0; ; again += 1) {
    const name = backupName(madeAt, kind, again);
    if (!existsSync(join(folder, name))) return name;
  }
}

export type ZipPart =
  | { readonly name: string; readonly text: string }
  /** `optional`: skipped if it is gone by then; `stored`: already compressed */
  | { readonly name: string; readonly path: string; readonly stored?: boolean; readonly optional?: boolean }
  | { readonly name: string; readonly pieces: () => Readable };

/**
 * Writes a zip file (ZIP64 if needed) entry by entry, with at most one open at a time and nothing buffered. It gets its
 * name only once it is complete and flushed; nothing is left behind if this rejects.
 */
export async function writeZip(
  path: string,
  parts: AsyncIterable<ZipPart>,
  { signal, onBytes, madeAt }: Pick<ZipProgress, 'signal' | 'onBytes'> & { readonly madeAt: number },
): Promise<number> {
  const partial = `${path}.partial`;
  const zip = new ZipFile();
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const progress = fill(zip, parts, { signal: either, onBytes, mtime: new Date(madeAt) });
  try {
    const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
    const written = pipeline(zip.outputStream, file, { signal: either });
    // If either fails, abort the other.
    await Promise.all(
      [progress, written].map((work) =>
        work.catch((error: unknown) => {
          failure.abort(error);
          throw error;
        }),
      ),
    );
    signal.throwIfAborted();
    const size = await flushFile(partial);
    await rename(partial, path);
    await flushFolder(dirname(path));
    return size;
  } catch (error) {
    failure.abort(error);
    await progress.catch(() => undefined);
    await rm(partial, { force: true });
    throw signal.aborted ? signal.reason : error;
  }
}

interface ZipProgress {
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
  readonly mtime: Date;
}

async function fill(zip: ZipFile, parts: AsyncIterable<ZipPart>, progress: ZipProgress): Promise<void> {
  for await (const part of parts) {
    progress.signal.throwIfAborted();
    await add(zip, part, progress);
  }
  zip.end();
}

/** Resolves when the whole entry is in the zip. */
async function add(zip: ZipFile, part: ZipPart, { signal, onBytes, mtime }: ZipProgress): Promise<void> {
  const options = { mtime, mode: 0o100600 };
  if ('text' in part) return zip.addBuffer(Buffer.from(part.text), part.name, options);
  let source: Readable;
  if ('pieces' in part) source = part.pieces();
  else {
    const found = await stat(part.path).catch((error: unknown) => {
      if (part.optional === true) return undefined;
      throw error;
    });
    if (found === undefined) return;
    source = createReadStream(part.path);
  }
  const counted = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      onBytes(piece.byteLength);
      done(null, piece);
    },
  });
  zip.addReadStream(counted, part.name, { ...options, compress: !('stored' in part && part.stored === true) });
  await pipeline(source, counted, { signal });
}

/** Flushes a file; returns its size. */
export async function flushFile(path: string): Promise<number> {
  await using file = await open(path, 'r+');
  await file.sync();
  return (await file.stat()).size;
}
