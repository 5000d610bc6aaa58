import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { BackupFile, BackupPreview } from '#shared/contract/archive.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { readBackupName } from './backup-format.ts';
import { openBackup, type OpenBackup } from './read-backup.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** The backups in a folder, newest first; other files are ignored. A missing folder has none. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async (name) => {
      const said = readBackupName(name);
      const size =
        said &&
        (await stat(join(folder, name)).then(
          (file) => (file.isFile() ? file.size : undefined),
          () => undefined,
        ));
      return said !== undefined && size !== undefined ? { name, size, ...said } : undefined;
    }),
  );
  return found
    .filter((backup) => backup !== undefined)
    .toSorted((one, other) => other.madeAt - one.madeAt || (one.name < other.name ? 1 : -1));
}

/** The path of an existing backup. Coded error: not_found. */
export async function findBackup(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  if (
    readBackupName(name) === undefined ||
    !(await stat(path).then(
      (file) => file.isFile(),
      () => false,
    ))
  )
    throw new ContractError('not_found', phrase('errors:refusals.backup.gone'));
  return path;
}

/** Coded errors: not_found, backup_unusable. */
export async function openBackupByName(folder: string, name: string): Promise<OpenBackup> {
  return openBackup(await findBackup(folder, name));
}

/** Deletes the oldest scheduled backups until this many are left. */
export async function pruneBackups(folder: string, keep: number): Promise<void> {
  const scheduled = (await listBackups(folder)).filter(({ kind }) => kind === 'scheduled');
  for (const { name } of scheduled.slice(keep)) await rm(join(folder, name), { force: true });
}

/** Checks that backups can be written to the folder, creating it if missing. Coded error: invalid_input. */
export async function checkFolder(folder: string): Promise<void> {
  const refuse = (reason: Phrase): never => {
    throw new ContractError('invalid_input', reason, [{ path: 'folder', reason }]);
  };
  if (!isAbsolute(folder)) refuse(phrase('errors:refusals.backup.wholePath'));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK);
    if (!(await stat(folder)).isDirectory()) refuse(phrase('errors:refusals.backup.noFolder'));
  } catch (error) {
    if (error instanceof ContractError) throw error;
    refuse(phrase('errors:refusals.backup.notWritable'));
  }
}

/** Space to leave free on the disk, in bytes. */
const RESERVE = 64 * 1024 * 1024;

/** Bytes that may be written to the folder's disk. Coded error: storage_unavailable if `bytes` exceeds that. */
export async function checkSpace(folder: string, bytes: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  const room = bavail * bsize - RESERVE;
  if (bytes > room) throw new ContractError('storage_unavailable', phrase('errors:refusals.backup.noRoom'));
  return room;
}

export async function previewBackup(
  folder: string,
  name: string,
  here: { readonly installationId: string; readonly schemaVersion: number },
): Promise<BackupPreview> {
  const path = await findBackup(folder, name);
  const backup = await openBackup(path);
  try {
    const { madeAt, version, schemaVersion, installationId, withMedia, secrets, counts } = backup.manifest;
    return {
      name,
      size: (await stat(path)).size,
      madeAt,
      version,
      withMedia,
      secrets,
      counts,
      isNewer: schemaVersion > here.schemaVersion,
      isOurs: installationId === here.installationId,
    };
  } finally {
    backup.close();
  }
}
