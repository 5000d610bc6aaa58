import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ShopMissing } from '#main/settings/data-folder-lock.ts';
import { contentOf } from '#main/store/sqlite/schema.ts';
import { applyRestore } from './apply-restore.ts';
import { archivePaths } from './files.ts';

const DATABASE = 'counterbell.db';
/** Files that go with a database: without one they belong to a shop that is not here. */
const OF_A_DATABASE = [
  `${DATABASE}-wal`,
  `${DATABASE}-journal`,
  'journal.db',
  'journal.db-journal',
  'journal.db-wal',
  'restore',
  'archive-work',
  'exports',
  'erasing.json',
  'many-chats.json',
] as const;
/** Further traces of a shop. Keys stay, as they open its backups; unknown media are set aside later. */
const TRACES = ['vault.key', 'vault.master', 'media', ...OF_A_DATABASE] as const;

/**
 * Applies a pending restore and makes sure that the folder has a shop, or nothing of one. Call it while holding the
 * folder's lock, before anything else makes files in it. Throws ShopMissing; with `startOver` what is there is moved
 * aside instead. Returns the folder it was moved to. A first start that was cut off is none of that: it begins again.
 */
export function requireShop(folder: string, { startOver = false } = {}): string | undefined {
  applyRestore(folder);
  const problem = contentOf(join(folder, DATABASE));
  if (problem === 'installation') return undefined;
  const found = TRACES.filter((name) => holdsFile(join(folder, name)));
  const isForeign = problem === 'foreign' || problem === 'damaged';
  const { firstStart } = archivePaths(folder);
  if (!isForeign && (found.length === 0 || existsSync(firstStart))) {
    writeFileSync(firstStart, '', { mode: 0o600 });
    return undefined;
  }
  if (!startOver) throw new ShopMissing(folder, problem, found);
  return setAside(folder);
}

/** a file that is not empty, or a folder with one at any depth */
function holdsFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return found !== undefined && found.size > 0;
  return readdirSync(path).some((name) => holdsFile(join(path, name)));
}

function setAside(folder: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(archivePaths(folder).aside, stamp);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of [DATABASE, `${DATABASE}-shm`, ...OF_A_DATABASE])
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
  return aside;
}
