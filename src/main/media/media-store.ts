import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SerialQueue } from '#main/clock/clock.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import type { EngineContext, Store } from '#main/store/store.ts';
import {
  type AddLimits,
  type MediaFiles,
  MediaProblem,
  type MediaStore,
  nameOf,
  type StoredMedia,
  UNKNOWN_MEDIA,
} from './ports.ts';
import { sniff } from './sniff.ts';
import { systemCode } from '#shared/domain/system-code.ts';

export type MediaFolder = ReturnType<typeof startMediaFolder>;

interface MediaFolderOptions extends Pick<EngineContext, 'store' | 'clock' | 'log'> {
  readonly files: MediaFiles;
  /** bytes for files that can be fetched again */
  readonly quota: () => number;
  /** bytes for visitors' files that no message has named: the oldest go first, and nothing else goes for them */
  readonly unsentQuota: () => number;
}

/** Milliseconds for which uses are collected before they are recorded together. */
const USES_DELAY = 30_000;
/** Milliseconds from the start until stray files are searched for. */
const STRAYS_DELAY = 60_000;
/** Files removed in one step. */
const STEP = 50;
/** Milliseconds for which a copy of a file that is elsewhere stays here. */
const COPY_LIFETIME = 60 * 60 * 1000;
/** Milliseconds after which a file that arrives at another host counts as left behind, however wrong a clock is. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000;
const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * The media folder. A file has a row before it is in place; a row without a file counts as none. It loses the row before
 * it is deleted, by a transaction that looks whether it is still needed: a message may name it in the same moment. Other
 * hosts may share the folder: what is to be deleted is set aside first, and comes back if one has added it meanwhile.
 */
export function startMediaFolder({ files, store, clock, log, quota, unsentQuota }: MediaFolderOptions) {
  const { arriving } = files;
  const cleared = mkdir(arriving, PRIVATE).then(() =>
    clear(arriving, files.isShared ? clock.wall() - LEFT_BEHIND : Infinity),
  );
  // Whoever adds a file gets the error.
  cleared.catch(() => undefined);
  const uses = createUses(store, clock, log);
  const queue = new SerialQueue();

  const sizeOf = async (digest: string): Promise<number | undefined> =>
    isDigest(digest) ? await files.sizeOf(nameOf(digest)) : undefined;
  /** Brings back what has a row, and returns the others: another host may have added a file since, and found it here. */
  const stillUnknown = async (digests: readonly string[]): Promise<readonly string[]> => {
    const unknown = await store.read('listUnknownMedia', { digests });
    for (const digest of digests)
      if (!unknown.includes(digest) && (await sizeOf(digest)) === undefined)
        await files.rename(asideOf(digest), nameOf(digest));
    return unknown;
  };
  /** Deletes those that can be fetched again (`cached`), or else those that nothing refers to. */
  const removeFiles = async (digests: readonly string[], cached: boolean): Promise<void> => {
    const forgotten = await store.write('forgetMedia', { digests, cached });
    for (const digest of forgotten) await files.rename(nameOf(digest), asideOf(digest));
    for (const digest of await stillUnknown(forgotten)) await files.remove(asideOf(digest));
  };
  /** returns whether there is room for this many more bytes */
  const makeRoom = async (purpose: 'fetched' | 'unsent', bytes: number): Promise<boolean> => {
    const most = purpose === 'fetched' ? quota() : unsentQuota();
    if (bytes > most) return false;
    let taken =
      purpose === 'fetched'
        ? (await store.read('countMedia', { now: clock.wall() })).cached
        : await store.read('countUnsentMedia');
    if (taken + bytes <= most) return true;
    await uses.note();
    while (taken + bytes > most) {
      const going: string[] = [];
      for (const { digest, size } of await store.read('listLeastUsedMedia', { purpose, limit: STEP })) {
        if (taken + bytes <= most) break;
        going.push(digest);
        taken -= size;
      }
      if (going.length === 0) break;
      await removeFiles(going, purpose === 'fetched');
    }
    return true;
  };
  const moveIn = async (path: string, file: StoredMedia, purpose: AddLimits['purpose']): Promise<void> => {
    const { digest } = file;
    if (purpose !== 'sent' && !(await makeRoom(purpose, file.size)))
      throw new MediaProblem('no_space', { size: file.size });
    await store.write('addMedia', { ...file, purpose, at: clock.latest() });
    if ((await sizeOf(digest)) === file.size) return rm(path);
    await files.put(path, nameOf(digest));
  };

  /** Sets files aside that this database does not know: another may, such as a newer one. Known ones come back. */
  const sortStrays = async (): Promise<void> => {
    let count = 0;
    for await (const names of files.list()) {
      await queue.run(async () => {
        const [aside, shelved] = [names.filter(isAside), names.filter((name) => !isAside(name))];
        await stillUnknown(aside.map(digestOf));
        const strays = await store.read('listUnknownMedia', { digests: shelved.map(digestOf) });
        for (const name of shelved)
          if (strays.includes(digestOf(name))) await files.rename(name, asideOf(digestOf(name)));
        count += (await stillUnknown(strays)).length;
      });
      await nextTurn();
    }
    if (count > 0) log.warn({ count, folder: `${files.place}/${UNKNOWN_MEDIA}` }, 'unknown media files were set aside');
  };
  /** A copy on this computer, for a server that sends it itself, or for an export. */
  const copyOf = async (digest: string, size: number): Promise<string> => {
    const copy = join(arriving, digest);
    if ((await stat(copy).catch(() => undefined))?.size === size) return copy;
    await clear(arriving, clock.wall() - COPY_LIFETIME);
    const path = join(arriving, randomUUID());
    await pipeline(await files.read(nameOf(digest)), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await rename(path, copy);
    return copy;
  };
  let sorted = Promise.resolve();
  const cancelStrays = clock.after(STRAYS_DELAY, () => {
    sorted = sortStrays().catch((error: unknown) =>
      log.warn({ err: error }, 'the media folder could not be looked through'),
    );
  });

  const media: MediaStore = {
    add: async (source, limits) => {
      const path = join(arriving, randomUUID());
      try {
        await cleared;
        const { digest, size } = await writeWhole(path, source, limits);
        const facts = await sniff(path, size);
        const refusal = limits.refuses?.(facts);
        if (refusal !== undefined) throw new MediaProblem(refusal, { size });
        await queue.run(() => moveIn(path, { ...facts, digest }, limits.purpose));
        return { ...facts, digest };
      } catch (error) {
        await rm(path, { force: true });
        throw limits.signal.aborted ? limits.signal.reason : toMediaProblem(error);
      }
    },
    find: async (digest) => {
      const file = isDigest(digest) ? await store.read('findMediaFile', { digest }) : undefined;
      return file !== undefined && (await sizeOf(digest)) === file.size ? file : undefined;
    },
    open: async (digest, range) => {
      if ((await sizeOf(digest)) === undefined) return undefined;
      uses.add(digest);
      return await files.read(nameOf(digest), range);
    },
    path: async (digest) => {
      const size = await sizeOf(digest);
      if (size === undefined) return undefined;
      uses.add(digest);
      return files.pathOf?.(nameOf(digest)) ?? (await copyOf(digest, size));
    },
  };
  return {
    ...media,
    /** removes the least recently used files that can be fetched again until they fit the quota */
    keepQuota: () => queue.run(async () => void (await makeRoom('fetched', 0))),
    /** removes all files that can be fetched again */
    clear: () =>
      queue.run(async () => {
        for (;;) {
          const some = await store.read('listLeastUsedMedia', { purpose: 'fetched', limit: STEP });
          if (some.length === 0) return;
          await removeFiles(
            some.map(({ digest }) => digest),
            true,
          );
        }
      }),
    /** removes those of the files that nothing refers to */
    remove: (digests: readonly string[]) => queue.run(() => removeFiles(digests, false)),
    /** removes files not used since then that nothing refers to */
    removeForgotten: (before: number) =>
      queue.run(async () => {
        for (;;) {
          const some = await store.read('listForgottenMedia', { before, limit: STEP });
          await removeFiles(some, false);
          if (some.length < STEP) return;
        }
      }),
    /** resolves when uses are recorded and nothing is running any more */
    stop: async (): Promise<void> => {
      cancelStrays();
      await sorted;
      await queue.idle();
      await uses.note();
    },
  };
}

const asideOf = (digest: string): string => `${UNKNOWN_MEDIA}/${digest}`;
const digestOf = (name: string): string => name.slice(name.indexOf('/') + 1);
const isAside = (name: string): boolean => name.startsWith(`${UNKNOWN_MEDIA}/`);

/** Removes files of a folder that were not written to since then. */
async function clear(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // It may be gone by now.
    const writtenAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity;
    if (writtenAt < before) await rm(path, { force: true, recursive: true });
  }
}

function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Records in batches which files were viewed: viewing must not cost a write. */
function createUses(store: Store, clock: SettledClock, log: Logger) {
  let waiting = new Map<string, number>();
  let cancelTimer: (() => void) | undefined;
  const note = async (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = undefined;
    const uses = [...waiting];
    waiting = new Map();
    if (uses.length === 0 || store.readOnly) return;
    await store
      .write('recordMediaUses', { uses })
      .catch((error: unknown) => log.warn({ err: error }, 'which media were looked at could not be noted'));
  };
  return {
    add: (digest: string): void => {
      waiting.set(digest, clock.latest());
      cancelTimer ??= clock.after(USES_DELAY, () => void note());
    },
    note,
  };
}

/** Writes incoming data durably into a new file. Throws MediaProblem `too_large`, or `broken` if it is empty. */
async function writeWhole(
  path: string,
  source: AsyncIterable<Uint8Array>,
  limits: Pick<AddLimits, 'largest' | 'signal' | 'onReceived'>,
): Promise<{ readonly digest: string; readonly size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      limits.signal.throwIfAborted();
      size += piece.byteLength;
      if (size > limits.largest) throw new MediaProblem('too_large');
      hash.update(piece);
      yield piece;
      limits.onReceived?.(size);
    }
  }
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(counted(), { signal: limits.signal });
  await file.sync();
  if (size === 0) throw new MediaProblem('broken', { size });
  return { digest: hash.digest('hex'), size };
}

/** Translates a disk failure for the sender of the file; other failures are unchanged. */
function toMediaProblem(error: unknown): unknown {
  const isDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'].includes(systemCode(error) ?? '');
  return isDisk ? new MediaProblem('no_space', { cause: error }) : error;
}
