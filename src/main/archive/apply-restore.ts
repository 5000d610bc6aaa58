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
import { placesOf } from './places.ts';

/** Inside the restore's folder: what is to be put in place, what it replaces, and the file that says it is all there. */
export const STAGED = 'staged';
const REPLACED = 'replaced';
export const READY = 'ready.json';
const APPLIED = 'applied.json';

const restored = z.object({
  from: z.string(),
  at: z.number(),
  kept: z.string(),
  distrusted: z.array(z.enum(DISTRUSTED)).default([]),
});
export type Restored = z.infer<typeof restored>;

/** What has to be away before the new database may be in its place, and what belongs to the conversations of before. */
const GOING = [
  'counterbell.db-wal',
  'counterbell.db-shm',
  'counterbell.db',
  'journal.db',
  'journal.db-journal',
] as const;
const COMING = 'counterbell.db';

/**
 * Puts a restore that waits in place of what is in the data folder. Call it under the folder's lock, before anything
 * in it is opened. Each step is a rename that is done or not: a process that ends in between goes on at its next start.
 */
export function applyRestore(dataDir: string): void {
  const { restore, media } = placesOf(dataDir);
  if (!existsSync(join(restore, READY))) return;
  const staged = join(restore, STAGED);
  const replaced = join(restore, REPLACED);
  mkdirSync(replaced, { recursive: true, mode: 0o700 });
  for (const name of GOING) {
    // Where it is not staged any more, what has this name is the new one.
    const isNew = name === COMING && !existsSync(join(staged, name));
    if (!isNew && existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(replaced, name));
  }
  flush(replaced);
  flush(dataDir);
  // Once nothing of before is left, what is staged takes its place; what has gone already was put there.
  if (existsSync(join(staged, COMING))) renameSync(join(staged, COMING), join(dataDir, COMING));
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

/** Windows has no way to say so, and needs none. */
function flush(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Takes away what a start before left behind. Says what was restored, if this is the first start after it. */
export function clearAfterRestore(dataDir: string): Restored | undefined {
  const { restore } = placesOf(dataDir);
  const applied = join(restore, APPLIED);
  const said = existsSync(applied) ? readRestored(applied) : undefined;
  rmSync(restore, { recursive: true, force: true });
  return said;
}

function readRestored(path: string): Restored | undefined {
  try {
    return restored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
