import type { Archive } from '#main/archive/start-archive.ts';
import type { Jobs } from '#main/jobs/jobs.ts';
import type { Handlers } from './router.ts';

export interface ArchiveHandlerOptions {
  readonly archive: Archive;
  readonly jobs: Jobs;
}

/** Backups, what customers may ask of their own data, and the long work behind both. */
export function archiveHandlers({
  archive,
  jobs,
}: ArchiveHandlerOptions): Pick<
  Handlers,
  Extract<keyof Handlers, `${'backups' | 'bulk' | 'privacy' | 'jobs'}.${string}`>
> {
  return {
    'backups.list': () => archive.list(),
    'backups.change': (change) => archive.change(change),
    'backups.make': async (wish) => archive.make(wish),
    'backups.preview': ({ name }) => archive.preview(name),
    'backups.restore': (wish) => archive.restore(wish),
    'backups.remove': async ({ name }) => {
      await archive.remove(name);
      return {};
    },
    'privacy.exportCustomer': (ask) => archive.exportCustomer(ask),
    'privacy.previewErase': (ask) => archive.previewErase(ask),
    'privacy.eraseCustomer': (ask, { operatorId }) => archive.eraseCustomer(operatorId, ask),
    'bulk.preview': (selection) => archive.bulk.preview(selection),
    'bulk.close': (selection, { operatorId }) => archive.bulk.close(operatorId, selection),
    'bulk.erase': (selection, { operatorId }) => archive.bulk.erase(operatorId, selection),
    'bulk.reopen': async ({ jobId }, { operatorId }) => archive.bulk.reopen(operatorId, jobId),
    'jobs.list': async () => ({ jobs: [...jobs.list()] }),
    'jobs.cancel': ({ jobId }) => jobs.cancel(jobId),
    'jobs.dismiss': async ({ jobId }) => {
      await jobs.dismiss(jobId);
      return {};
    },
  };
}
