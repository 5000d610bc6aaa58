import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { jobFailure, type Jobs } from '#main/jobs/jobs.ts';
import type { Journal } from '#main/journal/journal.ts';
import type { StoreThreads } from '#main/store/thread.ts';
import type { MediaFiles } from '#main/media/ports.ts';
import type { MediaFolder } from '#main/media/media-store.ts';
import type { Vault } from '#main/settings/vault.ts';
import type { Computer } from '#main/settings/computer.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { EngineContext } from '#main/store/store.ts';
import { SCHEMA_VERSION } from '#main/store/schema/schema.ts';
import type {
  backupRoutes,
  BackupSettings,
  bulkRoutes,
  privacyRoutes,
  retentionRoutes,
} from '#shared/contract/archive.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { EventBus } from '#shared/contract/events.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { clearAfterRestore, type Restored } from './apply-restore.ts';
import { PARTIAL } from './backup-format.ts';
import {
  checkFolder,
  findBackup,
  listBackups,
  nextBackupTime,
  previewBackup,
  pruneBackups,
  startSchedule,
} from './backups.ts';
import { beginErasing, exportPerson, nameOf, plainId, resumeErasing } from './customer-data.ts';
import { archivePaths, type ArchivePaths } from './files.ts';
import { startBulkChats } from './bulk-chats.ts';
import { startRetention } from './retention.ts';
import { createServeArchive } from './serve-archive.ts';
import { openBackup } from './read-backup.ts';
import { stageRestore } from './stage-restore.ts';

import { writeBackup, type BackupRequest, type BackupContext } from './write-backup.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

export interface ArchiveOptions extends EngineContext {
  readonly dataDir: string;
  readonly settings: Settings;
  readonly computer: Computer;
  readonly vault: Vault;
  readonly storeThreads: StoreThreads;
  /** otherwise none are, whatever the settings say: they may come from a host that did */
  readonly makesBackups: boolean;
  readonly jobs: Jobs;
  readonly journal: Pick<Journal, 'forgetPeople'>;
  readonly media: MediaFolder;
  readonly mediaFiles: MediaFiles | undefined;
  readonly version: string;
  /** old chats were erased */
  readonly onErased: () => Promise<void>;
  readonly onTouched: EventBus['onTouched'];
  /** stops the engine and starts it again on the same folder; undefined: the host cannot */
  readonly restart: (() => void) | undefined;
}

/** Backups, restores, and export and erasure of customers' data. Resumes what a crash interrupted, and runs the schedule. */
export async function startArchive(options: ArchiveOptions) {
  const { settings, computer, jobs, clock, due, log, emit, perform, touch, store } = options;
  const restart = options.restart ?? ((): void => log.warn('a restore is ready; it is put in place at the next start'));
  const paths = archivePaths(options.dataDir, options.mediaFiles?.pathOf?.(''));
  const { nodes } = store;
  const folder = (): string => computer.current().backupFolder ?? paths.backups;
  const reportChange = (): void => touch('backups');
  const confirm = (): Promise<true> => store.write('confirmActor');
  const view = (): BackupSettings => ({ ...settings.current().backups, folder: computer.current().backupFolder });
  const restored = await clearLeftovers(paths, folder(), log);
  if (nodes.leads()) await clearShared(paths, log);
  const writing: BackupContext = {
    paths,
    settings: settings.current,
    vault: options.vault,
    storeThreads: options.storeThreads,
    clock,
    version: options.version,
  };
  const elsewhere = options.mediaFiles?.pathOf === undefined ? options.mediaFiles : undefined;
  const parts = { store, journal: options.journal, media: options.media, paths, elsewhere, clock, emit, perform };

  const backUp = (wish: Omit<BackupRequest, 'folder'>) =>
    jobs.begin({
      kind: 'backup',
      first: 'snapshot',
      scheduled: wish.kind === 'scheduled',
      run: async (report) => {
        await writeBackup(writing, { ...wish, folder: folder() }, report);
        if (wish.kind === 'scheduled') await pruneBackups(folder(), clock.latest());
        reportChange();
        return {};
      },
    });
  const runScheduled = async (): Promise<'busy' | 'stopped' | { readonly problem?: Phrase }> => {
    try {
      const { state, problem } = await backUp({
        kind: 'scheduled',
        withMedia: settings.current().backups.withMedia,
        secrets: 'none',
      }).ended;
      if (state === 'cancelled') return stopped ? 'stopped' : {};
      return problem === undefined ? {} : { problem };
    } catch (error) {
      if (error instanceof ContractError && error.code === 'job_running') return stopped ? 'stopped' : 'busy';
      throw error;
    }
  };
  let stopped = false;
  const run = () => runScheduled().finally(reportChange);
  const schedule = options.makesBackups ? startSchedule({ settings, clock, due, log, run }) : undefined;
  const countBackups = async (): Promise<number> => (await listBackups(folder()).catch(() => [])).length;
  const retention = startRetention({ ...parts, settings, clock, due, jobs, touch, onErased: options.onErased });
  const unwatch = options.onTouched(['retention'], () => void retention.check());
  const bulk = startBulkChats({ ...parts, jobs, log, countBackups });
  const resume = async (): Promise<void> => {
    await resumeErasing(parts, jobs).catch((error: unknown) =>
      log.error({ err: error }, 'an erasing that was cut off could not be taken up'),
    );
    await bulk.resume();
  };
  if (nodes.leads()) await resume();
  else nodes.onLeading(() => void clearShared(paths, log).then(resume));

  const calls = {
    ...bulk.calls,
    ...retention.calls,
    'backups.list': async () => {
      const nextAt = schedule && nextBackupTime(view(), clock.latest());
      const found = await listBackups(folder()).then(
        (backups) => ({ backups }),
        (error: unknown) => ({ backups: [], problem: jobFailure(error) }),
      );
      return {
        settings: view(),
        folder: folder(),
        ...found,
        ...(nextAt !== undefined && { nextAt }),
        ...(restored !== undefined && { restored }),
      };
    },
    'backups.change': async ({ folder: wanted, ...change }) => {
      if (typeof wanted === 'string') await checkFolder(wanted);
      const isAnew = change.every !== undefined;
      await settings.write('changeSettings', { backups: { ...change, ...(isAnew && { since: clock.wall() }) } });
      computer.change({ backupFolder: wanted });
      void schedule?.check();
      reportChange();
      return view();
    },
    'backups.make': async ({ withMedia, passphrase }) =>
      backUp({ kind: 'hand', withMedia, secrets: passphrase === undefined ? 'none' : { passphrase } }).job,
    'backups.preview': ({ name }) =>
      previewBackup(folder(), name, {
        installationId: settings.current().installationId,
        schemaVersion: SCHEMA_VERSION,
      }),
    'backups.restore': async ({ name, passphrase }, { operatorId }) => {
      const backup = await openBackup(await findBackup(folder(), name));
      const stillOwner = (): Promise<unknown> =>
        confirm().catch((error: unknown) => {
          const isStored = error instanceof ContractError && error.code !== 'storage_unavailable';
          // Others read it, too.
          throw isStored ? new ContractError('forbidden', phrase('errors:refusals.job.notOwner')) : error;
        });
      const request = { name, backup, passphrase, folder: folder(), hold: store.hold, confirm: stillOwner };
      try {
        return jobs.begin({
          kind: 'restore',
          first: 'reading',
          subject: name,
          run: async (report) => {
            try {
              // The request has long been answered when this takes effect.
              await store.actingFor({ operatorId, role: 'owner' }, () => stageRestore(writing, request, report));
            } finally {
              backup.close();
            }
            // Let the response arrive before the engine stops.
            clock.after(RESTART_DELAY, restart);
            return {};
          },
        }).job;
      } catch (error) {
        backup.close();
        throw error;
      }
    },
    'backups.remove': async ({ name }) => {
      const path = await findBackup(folder(), name);
      await confirm();
      rmSync(path, { force: true });
      reportChange();
    },
    'privacy.exportCustomer': async ({ customerId }) => {
      const person = await store.read('getPerson', { customerId });
      return jobs.begin({
        kind: 'export',
        first: 'gathering',
        subject: nameOf(person),
        run: (report) => exportPerson({ store, paths, clock, mediaPath: options.media.path }, person, report),
      }).job;
    },
    'privacy.previewErase': async ({ customerId }) => {
      const person = await store.read('getPerson', { customerId });
      return {
        name: nameOf(person),
        chats: person.chatIds.length,
        messages: person.messages,
        files: person.digests.length,
        backups: await countBackups(),
        merged: person.customers
          .slice(1)
          .map((customer) => ({ id: customer.id, name: customer.name ?? plainId(customer.externalId) })),
      };
    },
    'privacy.eraseCustomer': async ({ customerId, withMerged, confirmation }, { operatorId }) => {
      const person = await store.read('getPerson', { customerId });
      const issue = (path: string, reason: Phrase) => new ContractError('invalid_input', reason, [{ path, reason }]);
      if (confirmation.trim() !== nameOf(person).trim())
        throw issue('confirmation', phrase('errors:refusals.erase.name'));
      if (person.customers.length > 1 && withMerged !== true)
        throw issue('withMerged', phrase('errors:refusals.erase.merged'));
      return beginErasing(parts, jobs, { operatorId, customerId });
    },
  } satisfies CallsOf<typeof backupRoutes & typeof bulkRoutes & typeof privacyRoutes & typeof retentionRoutes>;
  return {
    calls,
    serve: createServeArchive({
      paths,
      folder,
      clock,
      log,
      confirm,
      exportName: (path) => jobs.list().find(({ file }) => file?.url === path)?.file?.name,
      onAdded: reportChange,
    }),
    stop: (): void => {
      stopped = true;
      unwatch();
      // A backup or an erasing that runs is ended with the other jobs.
      void retention.stop();
      void schedule?.stop();
    },
  };
}

/** Milliseconds from a staged restore until the engine stops. */
const RESTART_DELAY = 500;

/** What the host left behind that led before. */
async function clearShared({ exports, erasing }: ArchivePaths, log: Logger): Promise<void> {
  const old = [exports, `${erasing}.partial`].map((path) => rm(path, { recursive: true, force: true }));
  await Promise.all(old).catch((error: unknown) => log.warn({ err: error }, 'old exports could not be taken away'));
}

/** Partial files left by a process that ended early. */
async function clearLeftovers(paths: ArchivePaths, folder: string, log: Logger): Promise<Restored | undefined> {
  try {
    await rm(paths.work, { recursive: true, force: true });
    await rm(paths.firstStart, { force: true });
    await mkdir(paths.work, { recursive: true, mode: 0o700 });
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((entry) => PARTIAL.test(entry))) await rm(join(folder, name), { force: true });
    return clearAfterRestore(paths.dataDir);
  } catch (error) {
    log.warn({ err: error }, 'what an earlier run left behind could not be taken away');
    return undefined;
  }
}
