import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { BackupFile, BackupPreview, BackupSettings } from '#shared/contract/archive.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { readBackupName } from './backup-format.ts';
import { openBackup } from './read-backup.ts';
import { type Phrase, phrase } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';
import type { Logger } from 'pino';
import type { DueWork } from '#main/clock/due-work.ts';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import type { Settings } from '#main/settings/settings.ts';

/** The backups in a folder, newest first; other files are ignored. A missing folder has none. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async (name) => {
      const parsed = readBackupName(name);
      const size = parsed && (await fileSize(join(folder, name)));
      return parsed !== undefined && size !== undefined ? { name, size, ...parsed } : undefined;
    }),
  );
  return found
    .filter((backup) => backup !== undefined)
    .toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1));
}

/** undefined: there is no such file */
function fileSize(path: string): Promise<number | undefined> {
  return stat(path).then(
    (file) => (file.isFile() ? file.size : undefined),
    () => undefined,
  );
}

/** The path of an existing backup. Coded error: not_found. */
export async function findBackup(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  if (readBackupName(name) === undefined || (await fileSize(path)) === undefined)
    throw new ContractError('not_found', phrase('errors:refusals.backup.gone'));
  return path;
}

/** Scheduled backups that are kept. */
const KEPT = 7;

/**
 * Deletes the oldest scheduled backups until `KEPT` are left. Those of a clock that was ahead of `latest` take no
 * place: they would have every new one deleted for as long.
 */
export async function pruneBackups(folder: string, latest: number): Promise<void> {
  const scheduled = (await listBackups(folder)).filter(({ kind, madeAt }) => kind === 'scheduled' && madeAt <= latest);
  for (const { name } of scheduled.slice(KEPT)) await rm(join(folder, name), { force: true });
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
  installation: { readonly installationId: string; readonly schemaVersion: number },
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
      isNewer: schemaVersion > installation.schemaVersion,
      isOwnInstallation: installationId === installation.installationId,
    };
  } finally {
    backup.close();
  }
}

/** Milliseconds after the start before a missed backup runs, so that it does not slow the start. */
const START_DELAY = 2 * 60_000;
/** Checked this often because the wall clock can be set and the computer can sleep. */
const CHECK_INTERVAL = 10 * 60_000;
/** Milliseconds until a retry when another job is running. */
const BUSY_DELAY = 60_000;

/** Makes scheduled backups. `run` resolves to whether it could start, and what failed. */
export function startSchedule({
  settings,
  clock,
  due,
  log,
  run,
}: {
  readonly settings: Settings;
  readonly clock: SettledClock;
  readonly due: Pick<DueWork, 'add'>;
  readonly log: Logger;
  readonly run: () => Promise<'busy' | 'stopped' | { readonly problem?: Phrase }>;
}) {
  const startedAt = clock.monotonic();
  /** one that could not be noted: on a full disk, or of a database that is only read */
  let unnoted: BackupSettings['last'];
  return due.add({
    work: 'the scheduled backup',
    run: async () => {
      const { backups } = settings.current();
      const dueAt = nextBackupTime({ ...backups, last: unnoted ?? backups.last }, clock.latest());
      if (dueAt === undefined) return Infinity;
      const early = Math.max(dueAt - clock.wall(), startedAt + START_DELAY - clock.monotonic());
      if (early > 0) return Math.min(early, CHECK_INTERVAL);
      const outcome = await run();
      if (outcome === 'stopped') return Infinity;
      if (outcome === 'busy') return BUSY_DELAY;
      const last = { at: Math.max(dueAt, clock.wall()), ...outcome };
      unnoted = last;
      await settings.write('changeSettings', { backups: { last } }).then(
        () => (unnoted = undefined),
        (error: unknown) => log.warn({ err: error }, 'the last scheduled backup could not be noted'),
      );
      return BUSY_DELAY;
    },
  });
}

const HOUR = 3;
const MONDAY = 1;
const WEEK = 7 * 24 * 60 * 60_000;

/**
 * Computes the time of the next backup: the first such local time after the last one or after the schedule was set,
 * unless that was noted later than `latest`, by a clock that was ahead; it may be in the past. undefined: never. A time
 * skipped by a clock change counts as the moment after the change.
 */
export function nextBackupTime(
  { every, since, last }: Omit<BackupSettings, 'folder'>,
  latest: number,
): number | undefined {
  if (every === 'never') return undefined;
  const after = Math.max(0, ...[since, last?.at ?? 0].filter((noted) => noted <= latest));
  const begun = new Date(after);
  for (let days = 0; days <= 8; days += 1) {
    const dueAt = new Date(begun.getFullYear(), begun.getMonth(), begun.getDate() + days, HOUR);
    if (dueAt.getTime() > after && (every === 'day' || dueAt.getDay() === MONDAY)) return dueAt.getTime();
  }
  return after + WEEK;
}
