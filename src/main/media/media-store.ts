import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SerialQueue } from '#main/clock/clock.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import type { EngineContext, Store } from '#main/store/store.ts';
import { type AddLimits, MediaProblem, type MediaStore, type StoredMedia } from './ports.ts';
import { sniff } from './sniff.ts';
import { systemCode } from '#shared/domain/system-code.ts';

export type MediaFolder = ReturnType<typeof startMediaFolder>;

interface MediaFolderOptions extends Pick<EngineContext, 'store' | 'clock' | 'log'> {
  /** the media folder; created if missing */
  readonly folder: string;
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
/** Folder for files that the database does not know. */
export const UNKNOWN_MEDIA = 'unknown';
const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * The media folder. A file has a row before it is in place; a row without a file counts as none. It loses the row before
 * it is deleted, by a transaction that looks whether it is still needed: a message may name it in the same moment.
 */
export function startMediaFolder({ folder, store, clock, log, quota, unsentQuota }: MediaFolderOptions) {
  const arriving = join(folder, 'arriving');
  const cleared = rm(arriving, { recursive: true, force: true }).then(() => mkdir(arriving, PRIVATE));
  // Whoever adds a file gets the error.
  cleared.catch(() => undefined);
  const uses = createUses(store, clock, log);
  const queue = new SerialQueue();

  const pathOf = (digest: string): string => join(folder, digest.slice(0, 2), digest);
  const sizeOf = async (digest: string): Promise<number | undefined> =>
    isDigest(digest) ? (await stat(pathOf(digest)).catch(() => undefined))?.size : undefined;
  /** Deletes those that can be fetched again (`cached`), or else those that nothing refers to. */
  const removeFiles = async (digests: readonly string[], cached: boolean): Promise<void> => {
    for (const digest of await store.write('forgetMedia', { digests, cached }))
      for (const path of [pathOf(digest), join(folder, UNKNOWN_MEDIA, digest)]) await rm(path, { force: true });
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
    const shelf = dirname(pathOf(digest));
    await mkdir(shelf, PRIVATE);
    await rename(path, pathOf(digest));
    await flushFolder(shelf);
  };

  /** Sets files aside that this database does not know: another may, such as a newer one. Known ones come back. */
  const sortStrays = async (): Promise<void> => {
    const shelves = await readdir(folder).catch(() => []);
    let count = 0;
    for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name) || name === UNKNOWN_MEDIA)) {
      await queue.run(async () => {
        const digests = await readdir(join(folder, shelf));
        const unknown = new Set(await store.read('listUnknownMedia', { digests }));
        for (const name of digests) {
          const isAside = shelf === UNKNOWN_MEDIA;
          if (unknown.has(name) === isAside || (isAside && (await sizeOf(name)) !== undefined)) continue;
          const to = isAside ? pathOf(name) : join(folder, UNKNOWN_MEDIA, name);
          await mkdir(dirname(to), PRIVATE);
          await rename(join(folder, shelf, name), to);
          count += Number(!isAside);
        }
      });
      await nextTurn();
    }
    if (count > 0) log.warn({ count, folder: join(folder, UNKNOWN_MEDIA) }, 'unknown media files were set aside');
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
      const path = await media.path(digest);
      return path === undefined ? undefined : createReadStream(path, { ...range });
    },
    path: async (digest) => {
      if ((await sizeOf(digest)) === undefined) return undefined;
      uses.add(digest);
      return pathOf(digest);
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

/** Makes a renamed file survive a power failure; Windows has no way to do so and needs none. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}
