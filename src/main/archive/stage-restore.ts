import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobReport } from '#main/jobs/jobs.ts';
import { flushFolder } from '#main/media/folder-files.ts';
import { UNKNOWN_MEDIA } from '#main/media/ports.ts';
import { createSealing } from '#main/settings/sealing.ts';
import { runArchiveTask } from '#main/store/archive/archive-thread.ts';
import { READY, STAGED } from './apply-restore.ts';
import { ENTRIES } from './backup-format.ts';
import { checkSpace } from './backups.ts';
import { withoutNewTrust, readImportedSecrets, readImportedSettings, resolveImported } from './imported-settings.ts';
import { writeResumeFile } from './files.ts';
import type { OpenBackup } from './read-backup.ts';
import { isSealedForHost, openSecretBox } from './secret-box.ts';
import { writeBackup, type BackupContext, flushFile } from './write-backup.ts';

/** Space needed per byte of the backup's database: the copy made beside it and room for migrating it. */
const SPACE_FACTOR = 1.2;

export interface RestoreRequest {
  /** the backup's name, to show */
  readonly name: string;
  readonly backup: OpenBackup;
  readonly passphrase: string | undefined;
  /** folder for the backup of the present data */
  readonly folder: string;
  /** refuses new messages from then on, because neither database would have them; returns how to accept them again */
  readonly hold: () => () => void;
  /** rejects if whoever wants it has lost the role by now */
  readonly confirm: () => Promise<unknown>;
}

/**
 * Checks and stages everything a restore needs beside the present data, untouched until the next start applies it.
 * Leaves nothing behind if it rejects. Coded errors: backup_unusable, invalid_input.
 */
export async function stageRestore(
  writing: BackupContext,
  { name, backup, passphrase, folder, hold, confirm }: RestoreRequest,
  { signal, at, disableCancel }: JobReport,
): Promise<void> {
  const { paths, vault, storeThreads, clock } = writing;
  const staged = join(paths.restore, STAGED);
  await rm(paths.restore, { recursive: true, force: true });
  await mkdir(staged, { recursive: true, mode: 0o700 });
  let releaseHold = (): void => undefined;
  try {
    at('reading', 0);
    await checkSpace(paths.dataDir, backup.unpacked + backup.databaseSize * SPACE_FACTOR);
    const sealed = await backup.secrets();
    const opened = sealed === undefined ? undefined : await openSecretBox(sealed, { passphrase, vault });

    let done = 0;
    const onBytes = (bytes: number): void => {
      done += bytes;
      at('reading', done / backup.unpacked);
    };
    const unpacked = join(paths.restore, 'unpacked.db');
    await backup.unpackDatabase(unpacked, { signal, onBytes });
    const ownMedia = await listMedia(paths.media);
    for (const digest of backup.media) {
      signal.throwIfAborted();
      if (!ownMedia.has(digest))
        await backup.unpackMedia(digest, join(staged, 'media', digest.slice(0, 2), digest), { signal, onBytes });
    }
    at('checking');
    const database = join(staged, ENTRIES.database);
    const facts = await runArchiveTask(
      storeThreads,
      { name: 'import', from: unpacked, to: database, availableMedia: [...ownMedia, ...backup.media] },
      { signal },
    );
    await rm(unpacked);
    const read = readImportedSettings(facts.settings);
    const secrets = opened === undefined ? undefined : readImportedSecrets(opened, facts.settingsDigest);
    // If this computer's key opens it, the backup was made here.
    const isOwnInstallation = secrets !== undefined && isSealedForHost(sealed);
    const { settings, distrusted } = isOwnInstallation
      ? { settings: read, distrusted: [] }
      : withoutNewTrust(read, writing.settings());
    const carried = await createSealing(vault).sealAll(resolveImported(settings, secrets, writing.settings()));
    await runArchiveTask(
      storeThreads,
      { name: 'settle', file: database, settings: carried, keepsDevices: secrets !== undefined, at: clock.wall() },
      { signal },
    );
    await flushTree(staged);

    releaseHold = hold();
    // From here on the team cannot change either.
    await confirm();
    const previous = await writeBackup(
      writing,
      { kind: 'before_restore', folder, withMedia: true, secrets: 'host' },
      { signal, at: (_step, part) => at('keeping_present', part) },
    );
    disableCancel();
    at('finishing');
    await writeResumeFile(join(paths.restore, READY), { from: name, at: clock.wall(), previous, distrusted });
  } catch (error) {
    releaseHold();
    await rm(paths.restore, { recursive: true, force: true });
    throw error;
  }
}

/** Media files are named by their digest, so an existing one is the same file, and one that was set aside comes back. */
async function listMedia(folder: string): Promise<Set<string>> {
  const shelves = (await readdir(folder).catch(() => [])).filter(
    (name) => /^[0-9a-f]{2}$/.test(name) || name === UNKNOWN_MEDIA,
  );
  const names = await Promise.all(shelves.map((shelf) => readdir(join(folder, shelf))));
  return new Set(names.flat().filter((name) => /^[0-9a-f]{64}$/.test(name)));
}

/** Flushes the entries of a folder and its subfolders. */
async function flushTree(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) await flushTree(path);
    else await flushFile(path);
  }
  await flushFolder(folder);
}
