import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { EngineStops, type JobReport, type Jobs } from '#main/jobs/jobs.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { pause } from '#main/clock/clock.ts';
import type { ErasingOptions } from './customer-data.ts';
import { readResumeFile, writeResumeFile } from './files.ts';
import { phrase } from '#shared/locales/phrase.ts';

import type { Logger } from 'pino';
import type { Job } from '#shared/contract/jobs.ts';
import type { ChatSelection } from '#shared/contract/archive.ts';
/** Chats per transaction: small, so that customers' messages get in between. */
const STEP = 50;
/** Milliseconds to wait after a step that notified bots: at most 200 events a second. */
const BOT_PAUSE = 250;
/** Erased chats reported to windows in one event. */
const EVENT_SIZE = 1000;
/** Milliseconds between checks for deliveries in progress, and how long to wait for them. */
const POLL_INTERVAL = 250;
const WAIT_LIMIT = 60_000;
/** Milliseconds between events to windows. */
const EVENT_INTERVAL = 1000;

/** How many closings can still be undone. */
const MAX_UNDOABLE = 5;

/** The work in progress, kept on disk until it is done so that the next start can continue it. */
const record = z.object({
  kind: z.enum(['close_chats', 'reopen_chats', 'erase_chats']),
  operatorId: z.string(),
  chatIds: z.array(z.string()),
});
type BulkWork = z.infer<typeof record>;

export interface BulkChatsOptions extends Omit<ErasingOptions, 'closeChat'> {
  /** closes the open ones; resolves to the ones it closed and whether bots were notified */
  readonly closeChats: (
    operatorId: string,
    chatIds: readonly string[],
  ) => Promise<{ readonly closed: readonly string[]; readonly toldBots: boolean }>;
  /** resolves to the ones it reopened */
  readonly reopenChats: (operatorId: string, chatIds: readonly string[]) => Promise<readonly string[]>;
}

/** Closes and erases many chats in the background; resumes interrupted work once nothing else runs. */
export async function startBulkChats(options: BulkChatsOptions & { readonly jobs: Jobs; readonly log: Logger }) {
  const { store, jobs, log, clock } = options;
  const closedBy = new Map<string, readonly string[]>();
  /** interrupted work waits for another job; new work would take the place of its record on disk */
  let isWaiting = false;

  /** Resolves once a crash can no longer forget it. */
  const begin = async (work: BulkWork): Promise<Job> => {
    if (isWaiting) throw new ContractError('job_running', phrase('errors:refusals.job.busy'));
    const onDisk = Promise.withResolvers<void>();
    const { job, ended } = jobs.begin({
      kind: work.kind,
      first: work.kind === 'reopen_chats' ? 'reopening' : 'closing',
      run: async (report) => {
        await writeResumeFile(options.places.manyChats, work);
        onDisk.resolve();
        const closed = await workOnChats(options, work, report);
        const stayed = work.kind === 'reopen_chats' ? work.chatIds.length - closed.length : 0;
        if (stayed > 0) return { leftOut: phrase('errors:refusals.chat.stayedClosed', { count: stayed }) };
        if (work.kind !== 'close_chats' || closed.length === 0) return {};
        closedBy.set(job.id, closed);
        for (const jobId of [...closedBy.keys()].slice(0, -MAX_UNDOABLE)) closedBy.delete(jobId);
        return { undoable: true };
      },
    });
    await Promise.race([onDisk.promise, ended]);
    return job;
  };
  // Exclude chats that arrive after the selection was made.
  const selected = (selection: ChatSelection) =>
    store.read(
      'listSelected',
      'chatIds' in selection ? selection : { ...selection, to: Math.min(selection.to, clock.wall()) },
    );

  const resumeUnfinished = async (): Promise<void> => {
    const unfinished = await readResumeFile(options.places.manyChats, record);
    if (unfinished === undefined || store.readOnly) return;
    isWaiting = jobs.list().some(({ state }) => state === 'running');
    if (!isWaiting) await begin(unfinished);
    else clock.after(1000, () => void resumeUnfinished().catch(failed));
  };
  const failed = (error: unknown): void =>
    log.error({ err: error }, 'work on many chats that was cut off could not be taken up');
  await resumeUnfinished().catch(failed);

  return {
    preview: (selection: ChatSelection) => store.read('countSelected', selection),
    close: async (operatorId: string, selection: ChatSelection): Promise<Job> =>
      begin({ kind: 'close_chats', operatorId, chatIds: [...(await selected(selection))] }),
    erase: async (operatorId: string, selection: ChatSelection): Promise<Job> =>
      begin({ kind: 'erase_chats', operatorId, chatIds: [...(await selected(selection))] }),
    /** Coded error: not_found */
    reopen: async (operatorId: string, jobId: string): Promise<Job> => {
      const chatIds = closedBy.get(jobId);
      if (chatIds === undefined) throw new ContractError('not_found', phrase('errors:refusals.job.gone'));
      const job = await begin({ kind: 'reopen_chats', operatorId, chatIds: [...chatIds] });
      closedBy.delete(jobId);
      return job;
    },
  };
}

/** Closes, reopens or erases chats in small steps; resolves to those closed or reopened. Cancelling undoes nothing. */
async function workOnChats(options: BulkChatsOptions, work: BulkWork, report: JobReport): Promise<readonly string[]> {
  const { places } = options;
  try {
    const moved = await closeOrReopen(options, work, report);
    return work.kind === 'erase_chats' ? await eraseAll(options, work, report) : moved;
  } finally {
    if (!(report.signal.reason instanceof EngineStops)) await rm(places.manyChats, { force: true });
  }
}

async function closeOrReopen(
  { clock, emit, closeChats, reopenChats }: BulkChatsOptions,
  { kind, operatorId, chatIds }: BulkWork,
  report: JobReport,
): Promise<readonly string[]> {
  const movedIds: string[] = [];
  let reportedAt = Number.NEGATIVE_INFINITY;
  const notifyWindows = (): void => {
    reportedAt = clock.monotonic();
    emit('chats.changed', {});
  };
  try {
    for (const [step, part] of steps(chatIds, STEP)) {
      report.signal.throwIfAborted();
      report.at(kind === 'reopen_chats' ? 'reopening' : 'closing', part);
      const { closed, toldBots } =
        kind === 'reopen_chats'
          ? { closed: await reopenChats(operatorId, step), toldBots: false }
          : await closeChats(operatorId, step);
      movedIds.push(...closed);
      // Windows refetch on each event, so send at most one a second.
      if (closed.length > 0 && clock.monotonic() - reportedAt >= EVENT_INTERVAL) notifyWindows();
      if (toldBots) await pause(clock, BOT_PAUSE, report.signal);
    }
    return movedIds;
  } finally {
    notifyWindows();
  }
}

async function eraseAll(
  { store, journal, media, clock, emit }: BulkChatsOptions,
  { chatIds }: BulkWork,
  report: JobReport,
): Promise<readonly string[]> {
  report.at('waiting');
  const until = clock.monotonic() + WAIT_LIMIT;
  while (await isAnySending(chatIds, (step) => store.read('isSendingInChats', { chatIds: step }))) {
    if (clock.monotonic() > until) throw new ContractError('chat_busy', phrase('errors:refusals.erase.onTheWayMany'));
    await pause(clock, POLL_INTERVAL, report.signal);
    report.signal.throwIfAborted();
  }
  const gone: string[] = [];
  try {
    for (const [together] of steps(chatIds, EVENT_SIZE)) {
      const erased = { chatIds: [] as string[], customerIds: [] as string[] };
      for (const [step] of steps(together, STEP)) {
        report.signal.throwIfAborted();
        report.at('deleting', gone.length / chatIds.length);
        const { digests, ...ids } = await store.write('eraseChats', { chatIds: step });
        erased.chatIds.push(...ids.chatIds);
        erased.customerIds.push(...ids.customerIds);
        gone.push(...step);
        await media.remove(digests);
      }
      emit('customers.erased', erased);
    }
  } finally {
    // Report the erased ones even if the job was cancelled.
    if (gone.length > 0) await journal.forgetPeople({ chatIds: gone, words: [] });
  }
  report.disableCancel();
  report.at('rewriting');
  await store.write('rewriteFile');
  return [];
}

async function isAnySending(chatIds: readonly string[], isSending: (step: readonly string[]) => Promise<boolean>) {
  for (const [step] of steps(chatIds, EVENT_SIZE)) if (await isSending(step)) return true;
  return false;
}

function* steps(chatIds: readonly string[], size: number): Generator<readonly [step: readonly string[], part: number]> {
  for (let at = 0; at < chatIds.length; at += size) yield [chatIds.slice(at, at + size), at / chatIds.length];
}
