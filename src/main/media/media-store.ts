import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, SerialQueue } from '#main/clock/clock.ts';
import type { Foundation, Store } from '#main/store/store.ts';
import { type AddLimits, MediaProblem, type MediaStore, type StoredMedia } from './ports.ts';
import { sniff } from './sniff.ts';
import { systemCode } from '#shared/domain/system-code.ts';

export type MediaFolder = ReturnType<typeof startMediaFolder>;

interface MediaFolderOptions extends Pick<Foundation, 'store' | 'clock' | 'log'> {
  /** the media folder; created if missing */
  readonly folder: string;
  /** bytes for customer files */
  readonly quota: () => number;
}

/** Milliseconds for which uses are collected before they are recorded together. */
const USES_DELAY = 30_000;
/** Milliseconds from the start until stray files are searched for. */
const STRAYS_DELAY = 60_000;
/** Files removed in one step. */
const STEP = 50;
const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * The media folder. A file has a row before it is in place and loses it after it is deleted, so that none is ever
 * uncounted; a row without a file counts as none.
 */
export function startMediaFolder({ folder, store, clock, log, quota }: MediaFolderOptions) {
  const arriving = join(folder, 'arriving');
  const cleared = rm(arriving, { recursive: true, force: true }).then(() => mkdir(arriving, PRIVATE));
  // Whoever adds a file gets the error.
  cleared.catch(() => undefined);
  const uses = createUses(store, clock, log);
  const queue = new SerialQueue();

  const pathOf = (digest: string): string => join(folder, digest.slice(0, 2), digest);
  const sizeOf = async (digest: string): Promise<number | undefined> =>
    isDigest(digest) ? (await stat(pathOf(digest)).catch(() => undefined))?.size : undefined;
  const removeFiles = async (digests: readonly string[]): Promise<void> => {
    for (const digest of digests) await rm(pathOf(digest), { force: true });
    await store.write('forgetMedia', { digests });
  };
  /** returns whether there is room for this many more bytes */
  const makeRoom = async (bytes: number): Promise<boolean> => {
    if (bytes > quota()) return false;
    let { evictable } = await store.read('countMedia', { now: clock.wall() });
    if (evictable + bytes <= quota()) return true;
    await uses.note();
    while (evictable + bytes > quota()) {
      const oldest = await store.read('listLeastUsedMedia', { limit: STEP });
      const going: string[] = [];
      for (const { digest, size } of oldest) {
        if (evictable + bytes <= quota()) break;
        going.push(digest);
        evictable -= size;
      }
      if (going.length === 0) break;
      await removeFiles(going);
    }
    return true;
  };
  const moveIntoPlace = async (path: string, file: StoredMedia, purpose: AddLimits['purpose']): Promise<void> => {
    const { digest } = file;
    if (purpose === 'fetched' && !(await makeRoom(file.size))) throw new MediaProblem('no_space', { size: file.size });
    await store.write('addMedia', { ...file, kept: purpose === 'sent', at: clock.wall() });
    if ((await sizeOf(digest)) === file.size) return rm(path);
    const shelf = dirname(pathOf(digest));
    await mkdir(shelf, PRIVATE);
    await rename(path, pathOf(digest));
    await flushFolder(shelf);
  };

  const removeStrays = async (): Promise<void> => {
    const shelves = await readdir(folder).catch(() => []);
    for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      await queue.run(async () => {
        const digests = await readdir(join(folder, shelf));
        for (const name of await store.read('listUnknownMedia', { digests }))
          await rm(join(folder, shelf, name), { force: true });
      });
      await nextTurn();
    }
  };
  const cancelStrays = clock.after(STRAYS_DELAY, () => {
    removeStrays().catch((error: unknown) => log.warn({ err: error }, 'the media folder could not be looked through'));
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
        await queue.run(() => moveIntoPlace(path, { ...facts, digest }, limits.purpose));
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
    /** removes the least recently used customer files until they fit the quota */
    keepQuota: () => queue.run(async () => void (await makeRoom(0))),
    /** removes all customer files */
    clear: () =>
      queue.run(async () => {
        for (;;) {
          const some = await store.read('listLeastUsedMedia', { limit: STEP });
          if (some.length === 0) return;
          await removeFiles(some.map(({ digest }) => digest));
        }
      }),
    /** removes a file that nothing uses */
    remove: (digest: string) => queue.run(() => removeFiles([digest])),
    /** resolves when uses are recorded and nothing is running any more */
    stop: async (): Promise<void> => {
      cancelStrays();
      await queue.idle();
      await uses.note();
    },
  };
}

function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Records in batches which files were viewed: viewing must not cost a write. */
function createUses(store: Store, clock: Clock, log: Logger) {
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
      waiting.set(digest, clock.wall());
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

/** What a disk failure means to the sender of the file; other failures are unchanged. */
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
