import { z } from 'zod';
import { EngineStops, type JobReport, type Jobs } from '#main/jobs/jobs.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { pause } from '#main/clock/clock.ts';
import type { ErasingOptions } from './customer-data.ts';
import { readResumeFile, removeResumeFile, writeResumeFile } from './files.ts';
import { phrase } from '#shared/locales/phrase.ts';

import type { Logger } from 'pino';
import type { Job } from '#shared/contract/jobs.ts';
import type { bulkRoutes } from '#shared/contract/archive.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
/** Chats per transaction: small, so that customers' messages get in between. */
const STEP = 50;
/** Milliseconds to wait after a step that notified bots: at most 200 events a second. */
const BOT_PAUSE = 250;
/** Milliseconds between checks for deliveries in progress, and how long to wait for them. */
const POLL_INTERVAL = 250;
const WAIT_LIMIT = 60_000;
/** The work in progress, kept on disk until it is done so that the next start can continue it. */
const record = z.object({ operatorId: z.string(), chatIds: z.array(z.string()) });
type BulkWork = z.infer<typeof record>;

/** Erases many chats in the background; resumes interrupted work once nothing else runs. */
export function startBulkChats(
  options: ErasingOptions & {
    readonly jobs: Jobs;
    readonly log: Logger;
    readonly countBackups: () => Promise<number>;
  },
) {
  const { store, jobs, log, clock } = options;
  /** interrupted work waits for another job; new work would take the place of its record on disk */
  let isWaiting = false;

  /** Resolves once a crash can no longer forget it. */
  const begin = async (work: BulkWork): Promise<Job> => {
    if (isWaiting) throw new ContractError('job_running', phrase('errors:refusals.job.busy'));
    const onDisk = Promise.withResolvers<void>();
    const { job, ended } = jobs.begin({
      kind: 'erase_chats',
      first: 'closing',
      run: async (report) => {
        await writeResumeFile(options.paths.manyChats, work, options.elsewhere);
        onDisk.resolve();
        await closeAndErase(options, work, report);
        return {};
      },
    });
    await Promise.race([onDisk.promise, ended]);
    return job;
  };

  const resumeUnfinished = async (): Promise<void> => {
    const unfinished = await readResumeFile(options.paths.manyChats, record, options.elsewhere);
    if (unfinished === undefined || store.readOnly) return;
    isWaiting = jobs.list().some(({ state }) => state === 'running');
    if (!isWaiting) await begin(unfinished);
    else clock.after(1000, () => void resumeUnfinished().catch(failed));
  };
  const failed = (error: unknown): void =>
    log.error({ err: error }, 'work on many chats that was cut off could not be taken up');
  const calls = {
    'bulk.preview': async (selection) => ({
      ...(await store.read('countSelected', selection)),
      backups: await options.countBackups(),
    }),
    'bulk.erase': ({ chatIds }, { operatorId }) => begin({ operatorId, chatIds }),
  } satisfies CallsOf<typeof bulkRoutes>;
  return { calls, resume: () => resumeUnfinished().catch(failed) };
}

/** Closes and erases chats in small steps. Cancelling undoes nothing. */
async function closeAndErase(options: ErasingOptions, work: BulkWork, report: JobReport): Promise<void> {
  try {
    await closeAll(options, work, report);
    await eraseAll(options, work, report);
  } finally {
    if (!(report.signal.reason instanceof EngineStops))
      await removeResumeFile(options.paths.manyChats, options.elsewhere);
  }
}

async function closeAll(
  { clock, emit, perform }: ErasingOptions,
  { operatorId, chatIds }: BulkWork,
  report: JobReport,
): Promise<void> {
  try {
    for (const [step, part] of steps(chatIds)) {
      report.signal.throwIfAborted();
      report.at('closing', part);
      const { toldBots } = await perform['chats.closeMany']({ operatorId, chatIds: step });
      if (toldBots) await pause(clock, BOT_PAUSE, report.signal);
    }
  } finally {
    emit('chats.changed', {});
  }
}

async function eraseAll(options: ErasingOptions, { chatIds }: BulkWork, report: JobReport): Promise<void> {
  const { store, clock } = options;
  report.at('waiting');
  const until = clock.monotonic() + WAIT_LIMIT;
  while (await store.read('isSendingInChats', { chatIds })) {
    if (clock.monotonic() > until) throw new ContractError('chat_busy', phrase('errors:refusals.erase.onTheWayMany'));
    await pause(clock, POLL_INTERVAL, report.signal);
    report.signal.throwIfAborted();
  }
  await eraseInSteps(
    options,
    (async function* () {
      for (const [step, part] of steps(chatIds)) {
        report.signal.throwIfAborted();
        report.at('deleting', part);
        yield { gone: step, ...(await store.write('eraseChats', { chatIds: step })) };
      }
    })(),
  );
  report.disableCancel();
  report.at('rewriting');
  await store.write('rewriteFile');
}

/** What a step has erased. */
interface Erased {
  readonly chatIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly digests: readonly string[];
  /** chats of which nothing is left, also from before an interruption */
  readonly gone: readonly string[];
}

/** Also deletes the files of what was erased, and tells everybody, even if it was cancelled. */
export async function eraseInSteps(
  { journal, media, emit }: Pick<ErasingOptions, 'journal' | 'media' | 'emit'>,
  erasing: AsyncIterable<Erased>,
): Promise<void> {
  const gone: string[] = [];
  const erased = { chatIds: [] as string[], customerIds: [] as string[] };
  try {
    for await (const step of erasing) {
      erased.chatIds.push(...step.chatIds);
      erased.customerIds.push(...step.customerIds);
      gone.push(...step.gone);
      await media.remove(step.digests);
    }
  } finally {
    if (gone.length > 0) {
      emit('customers.erased', erased);
      await journal.forgetPeople({ chatIds: gone, words: [] });
    }
  }
}

/** The chats in steps, each with the part that is done before it. */
function* steps(chatIds: readonly string[]): Generator<readonly [step: readonly string[], part: number]> {
  for (let at = 0; at < chatIds.length; at += STEP) yield [chatIds.slice(at, at + STEP), at / chatIds.length];
}
