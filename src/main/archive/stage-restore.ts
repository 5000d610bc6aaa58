import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobReport } from '#main/jobs/jobs.ts';
import { flushFolder } from '#main/media/arriving-file.ts';
import { createSealing } from '#main/settings/sealing.ts';
import { runArchiveTask } from '#main/store/archive/archive-thread.ts';
import { READY, STAGED } from './apply-restore.ts';
import { ENTRIES } from './backup-format.ts';
import { proveRoom } from './backups.ts';
import { believingNobodyNew, readCarriedSecrets, readCarriedSettings, settledHere } from './carried-settings.ts';
import { writeNote } from './notes.ts';
import type { OpenBackup } from './read-backup.ts';
import { isSealedForHost, openSecretBox } from './secret-box.ts';
import { writeBackup, type BackupWriting } from './write-backup.ts';
import { flushFile } from './zip-writing.ts';

/** Of the database in the backup: what is made from it beside it, and room to bring that up to date. */
const MADE_FROM_IT = 1.2;

export interface RestoreWish {
  /** of the backup, for people */
  readonly name: string;
  readonly backup: OpenBackup;
  readonly passphrase: string | undefined;
  /** where the backup of the present goes */
  readonly folder: string;
  /** from then on nothing that people write is taken, because it would be in neither; returns how to take it again */
  readonly hold: () => () => void;
}

/**
 * Puts everything that a restore needs beside the data folder's own, looked at whole; the next start puts it in place.
 * Nothing of the present is touched. Leaves nothing where it rejects. Coded errors: backup_unusable, invalid_input.
 */
export async function stageRestore(
  writing: BackupWriting,
  { name, backup, passphrase, folder, hold }: RestoreWish,
  { signal, at, noReturn }: JobReport,
): Promise<void> {
  const { places, vault, storeThreads, clock } = writing;
  const staged = join(places.restore, STAGED);
  await rm(places.restore, { recursive: true, force: true });
  await mkdir(staged, { recursive: true, mode: 0o700 });
  let takeAgain = (): void => undefined;
  try {
    at('reading', 0);
    await proveRoom(places.dataDir, backup.unpacked + backup.databaseSize * MADE_FROM_IT);
    const sealed = await backup.secrets();
    const opened = sealed === undefined ? undefined : await openSecretBox(sealed, { passphrase, vault });

    let done = 0;
    const onBytes = (bytes: number): void => {
      done += bytes;
      at('reading', done / backup.unpacked);
    };
    const theirs = join(places.restore, 'unpacked.db');
    await backup.unpackDatabase(theirs, { signal, onBytes });
    const here = await mediaHere(places.media);
    for (const digest of backup.media) {
      signal.throwIfAborted();
      if (!here.has(digest))
        await backup.unpackMedia(digest, join(staged, 'media', digest.slice(0, 2), digest), { signal, onBytes });
    }
    at('checking');
    const database = join(staged, ENTRIES.database);
    const facts = await runArchiveTask(
      storeThreads,
      { name: 'import', from: theirs, to: database, mediaAtHand: [...here, ...backup.media] },
      { signal, onPart: () => undefined },
    );
    await rm(theirs);
    const read = readCarriedSettings(facts.settings);
    const secrets = opened === undefined ? undefined : readCarriedSecrets(opened, facts.settingsDigest);
    // What this computer's own key opens was made here.
    const isOurs = secrets !== undefined && isSealedForHost(sealed);
    const { settings, distrusted } = isOurs
      ? { settings: read, distrusted: [] }
      : believingNobodyNew(read, writing.settings());
    const carried = await createSealing(vault).sealAll(settledHere(settings, secrets, writing.settings()));
    await runArchiveTask(
      storeThreads,
      { name: 'settle', file: database, settings: carried, at: clock.wall() },
      { signal, onPart: () => undefined },
    );
    await flushTree(staged);

    takeAgain = hold();
    const steps = { snapshot: 'keeping_present', writing: 'keeping_present', finishing: 'keeping_present' } as const;
    const kept = await writeBackup(
      writing,
      { kind: 'before_restore', folder, withMedia: true, secrets: 'host' },
      { signal, at, steps },
    );
    noReturn();
    at('finishing');
    await writeNote(join(places.restore, READY), { from: name, at: clock.wall(), kept, distrusted });
  } catch (error) {
    takeAgain();
    await rm(places.restore, { recursive: true, force: true });
    throw error;
  }
}

/** Files that are kept under the digest of their bytes are the same wherever they come from. */
async function mediaHere(folder: string): Promise<Set<string>> {
  const shelves = (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const names = await Promise.all(shelves.map((shelf) => readdir(join(folder, shelf))));
  return new Set(names.flat().filter((name) => /^[0-9a-f]{64}$/.test(name)));
}

/** The names in a folder and below it are on the disk. */
async function flushTree(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) await flushTree(path);
    else await flushFile(path);
  }
  await flushFolder(folder);
}
