import { createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { folderFiles } from '#main/media/folder-files.ts';
import { type MediaFiles, nameOf } from '#main/media/ports.ts';
import { textOf, writeWhole } from '#main/settings/computer.ts';
import { lockDataFolder } from '#main/settings/data-folder-lock.ts';
import { createKeyFileVault } from '#main/settings/vault.ts';
import { moveAll, postgresSource, postgresTarget, sqliteSource, sqliteTarget } from '#main/store/archive/move-ends.ts';
import type { Connection } from '#main/store/connection.ts';
import { readInstallation } from '#main/store/installation/installation-rows.ts';
import { type Installation, storedInstallation } from '#main/store/installation/stored-installation.ts';
import { READY } from './apply-restore.ts';
import { archivePaths, type ArchivePaths } from './files.ts';

export interface MoveOptions {
  readonly folder: string;
  /** `postgres://…` */
  readonly database: string;
  /** from the data folder to the database, or the other way round */
  readonly toServer: boolean;
  /** where the side on PostgreSQL has its files; undefined: in the data folder */
  readonly media: MediaFiles | undefined;
  /** COUNTERBELL_KEY: 32 bytes in base64 */
  readonly key: string;
  /** throws if hosts on PostgreSQL cannot do what these settings want */
  readonly requireForServer: (installation: Installation) => void;
}

/**
 * Moves an installation from a data folder to PostgreSQL, or back: rows, ids, secrets and media, and the words for
 * search. The source stays as it is; the target cannot be used before it has everything, and a move that was
 * interrupted can be repeated. Resolves with what to say about it; throws, with what to do, if it cannot be done.
 */
export async function moveInstallation(options: MoveOptions): Promise<string> {
  const { folder, database, toServer, media, key, requireForServer } = options;
  const paths = archivePaths(folder);
  const keyFile = join(folder, KEY_FILE);
  if (toServer) requireFinished(paths);
  const stops = [await lockDataFolder(folder)];
  try {
    const source = toServer ? sqliteSource(paths.database) : postgresSource(database);
    stops.push(source.close);
    await source.reading(async (db) => {
      await requireKey(db, key, toServer ? `it has to be what ${keyFile} holds` : 'set it to the one of its hosts');
      if (toServer) requireForServer(storedInstallation.parse(await readInstallation(db)));
    });
    if (!toServer) requireVacant(paths, keyFile, key);
    const target = toServer ? await postgresTarget(database) : sqliteTarget(paths.database);
    stops.push(target.close);
    const here = folderFiles(paths.media);
    const [theirs, ours] = toServer ? [here, media ?? here] : [media ?? here, here];
    let copied = { files: 0, missing: 0 };
    const tables = await moveAll(source, target, async (db) => {
      copied = await copyMedia(db, theirs, ours);
      if (!toServer && media === undefined && copied.missing > 0)
        throw new Error(`${copied.missing} files are not in ${ours.place}; say with --media where they are`);
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return [
      ...tables.map((table) => `${table.digest.slice(0, 16)} ${table.name}: ${table.rows}`),
      `Moved ${rows} rows of ${tables.length} tables, equal on both sides, and ${copied.files} files.`,
      ...(copied.missing > 0 ? [`${copied.missing} files are missing, as before.`] : []),
    ].join('\n');
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

const KEY_FILE = 'vault.key';

/** What a start would still do with the folder: only there can it be done. */
function requireFinished({ dataDir, database, restore, erasing, manyChats }: ArchivePaths): void {
  if (!existsSync(database)) throw new Error(`there is no shop in ${dataDir}`);
  if ([join(restore, READY), erasing, manyChats].some((path) => existsSync(path)))
    throw new Error(`${dataDir} has unfinished work; start Counterbell on it, and stop it when that is done`);
}

/** Sign-ins, addresses and tokens work only with the key under which they were sealed. */
async function requireKey(db: Connection, key: string, advice: string): Promise<void> {
  const vault = await createKeyFileVault({ folder: '', key });
  const sealed = await db.column<string>`SELECT access_key FROM operators WHERE removed_at IS NULL`;
  const opened = await Promise.allSettled(sealed.map(vault.open));
  if (opened.some(({ status }) => status === 'fulfilled')) return;
  throw new Error(`COUNTERBELL_KEY does not open the secrets of this shop; ${advice}`);
}

/** The key is there before anything else: a start without the database finds a trace of it, and refuses. */
function requireVacant({ dataDir, database }: ArchivePaths, keyFile: string, key: string): void {
  if (existsSync(database)) throw new Error(`${dataDir} holds a shop already; move to another folder`);
  const found = textOf(keyFile)?.trim();
  if (found === undefined) writeWhole(keyFile, `${key}\n`);
  else if (found !== key) throw new Error(`${keyFile} is another key than COUNTERBELL_KEY; move to another folder`);
}

async function copyMedia(
  db: Connection,
  from: MediaFiles,
  to: MediaFiles,
): Promise<{ files: number; missing: number }> {
  let [files, missing] = [0, 0];
  for await (const { digest, size } of db.each<{
    digest: string;
    size: number;
  }>`SELECT digest, size FROM media_files`) {
    const [name, path] = [nameOf(digest), join(to.arriving, digest)];
    if ((await to.sizeOf(name)) === size) continue;
    if ((await from.sizeOf(name)) === size) {
      await mkdir(to.arriving, { recursive: true, mode: 0o700 });
      await pipeline(await from.read(name), createWriteStream(path, { mode: 0o600, flush: true }));
      await to.put(path, name);
      files += 1;
    } else missing += 1;
  }
  return { files, missing };
}
