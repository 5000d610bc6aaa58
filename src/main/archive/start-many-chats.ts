import type { Logger } from 'pino';
import type { Job } from '#shared/contract/jobs.ts';
import type { ChatSelection } from '#shared/contract/bulk.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { Jobs } from '#main/jobs/jobs.ts';
import { unfinishedChats, workOnChats, type ManyChats, type ManyChatsOptions } from './many-chats.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Undoable closings that are remembered. */
const REMEMBERED = 5;

/** Closing and erasing many chats at once, as work in the background. */
export interface BulkChats {
  readonly preview: (selection: ChatSelection) => Promise<Omit<RouteOutput<'bulk.preview'>, 'backups'>>;
  readonly close: (operatorId: string, selection: ChatSelection) => Promise<Job>;
  readonly erase: (operatorId: string, selection: ChatSelection) => Promise<Job>;
  /** Coded error: not_found */
  readonly reopen: (operatorId: string, jobId: string) => Job;
}

/** Takes up what an end of the process cut off, once nothing else runs. */
export async function startManyChats(
  options: ManyChatsOptions & { readonly jobs: Jobs; readonly log: Logger },
): Promise<BulkChats> {
  const { store, jobs, log, clock } = options;
  const closedBy = new Map<string, readonly string[]>();

  const begin = (work: ManyChats): Job => {
    const { job } = jobs.begin({
      kind: work.kind,
      first: work.kind === 'reopen_chats' ? 'reopening' : 'closing',
      run: async (report) => {
        const closed = await workOnChats(options, work, report);
        if (work.kind !== 'close_chats' || closed.length === 0) return {};
        closedBy.set(job.id, closed);
        for (const jobId of [...closedBy.keys()].slice(0, -REMEMBERED)) closedBy.delete(jobId);
        return { undoable: true };
      },
    });
    return job;
  };
  // What comes from now on is no part of what was looked at.
  const selected = (selection: ChatSelection) =>
    store.read('listSelected', { ...selection, to: Math.min(selection.to, clock.wall()) });

  const takeUp = async (): Promise<void> => {
    const cutOff = await unfinishedChats(options.places);
    if (cutOff === undefined || store.readOnly) return;
    const running = jobs.list().some(({ state }) => state === 'running');
    if (!running) begin(cutOff);
    else clock.after(1000, () => void takeUp().catch(failed));
  };
  const failed = (error: unknown): void =>
    log.error({ err: error }, 'work on many chats that was cut off could not be taken up');
  await takeUp().catch(failed);

  return {
    preview: (selection) => store.read('countSelected', selection),
    close: async (operatorId, selection) =>
      begin({ kind: 'close_chats', operatorId, chatIds: [...(await selected(selection))] }),
    erase: async (operatorId, selection) =>
      begin({ kind: 'erase_chats', operatorId, chatIds: [...(await selected(selection))] }),
    reopen: (operatorId, jobId) => {
      const chatIds = closedBy.get(jobId);
      if (chatIds === undefined) throw new ContractError('not_found', phrase('errors:refusals.job.gone'));
      const job = begin({ kind: 'reopen_chats', operatorId, chatIds: [...chatIds] });
      closedBy.delete(jobId);
      return job;
    },
  };
}
