import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DISTRUSTED } from '#shared/contract/archive.ts';
import { carryOver } from '#main/store/archive/carry-over.ts';
import { archivePaths } from './files.ts';

/** Restore folder: files to move in, files they replace, and the marker written once everything is staged. */
export const STAGED = 'staged';
const REPLACED = 'replaced';
export const READY = 'ready.json';
const APPLIED = 'applied.json';

const restored = z.object({
  from: z.string(),
  at: z.number(),
  previous: z.string(),
  distrusted: z.array(z.enum(DISTRUSTED)).default([]),
});
export type Restored = z.infer<typeof restored>;

/** Files moved away before the new database takes its place, plus the journal of the old chats. */
const MOVED_AWAY = [
  'counterbell.db-wal',
  'counterbell.db-shm',
  'counterbell.db',
  'journal.db',
  'journal.db-journal',
] as const;
const MOVED_IN = 'counterbell.db';

/**
 * Applies a pending restore. Call it while holding the folder's lock, before anything in the folder is opened. Every
 * step is one rename, or can be repeated, so an interrupted restore continues at the next start.
 */
export function applyRestore(dataDir: string): void {
  const { restore, media } = archivePaths(dataDir);
  if (!existsSync(join(restore, READY))) return;
  const staged = join(restore, STAGED);
  const replaced = join(restore, REPLACED);
  mkdirSync(replaced, { recursive: true, mode: 0o700 });
  for (const name of MOVED_AWAY) {
    // If it is no longer staged, the database in place is already the new one.
    const isNew = name === MOVED_IN && !existsSync(join(staged, name));
    if (!isNew && existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(replaced, name));
  }
  flush(replaced);
  flush(dataDir);
  carryOver(join(replaced, MOVED_IN), join(staged, MOVED_IN));
  // All the old files are gone, so staged files can move in; those already missing were moved before a crash.
  if (existsSync(join(staged, MOVED_IN))) renameSync(join(staged, MOVED_IN), join(dataDir, MOVED_IN));
  addMedia(join(staged, 'media'), media);
  flush(dataDir);
  renameSync(join(restore, READY), join(restore, APPLIED));
  flush(restore);
}

function addMedia(from: string, to: string): void {
  for (const shelf of existsSync(from) ? readdirSync(from) : []) {
    mkdirSync(join(to, shelf), { recursive: true, mode: 0o700 });
    for (const digest of readdirSync(join(from, shelf))) renameSync(join(from, shelf, digest), join(to, shelf, digest));
    flush(join(to, shelf));
  }
}

/** Windows cannot flush a folder and does not need to. */
function flush(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Clears what the last start left behind. Returns what was restored if this is the first start after a restore. */
export function clearAfterRestore(dataDir: string): Restored | undefined {
  const { restore } = archivePaths(dataDir);
  const applied = join(restore, APPLIED);
  const record = existsSync(applied) ? readRestored(applied) : undefined;
  rmSync(restore, { recursive: true, force: true });
  return record;
}

function readRestored(path: string): Restored | undefined {
  try {
    return restored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
