import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, throttle } from '#main/clock/clock.ts';
import type { Touch } from '#shared/contract/events.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Job, JobKind, jobRoutes, JobStep } from '#shared/contract/jobs.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { systemCode } from '#shared/domain/system-code.ts';

/** Lets a long-running job report progress and learn that it was cancelled. */
export interface JobReport {
  readonly signal: AbortSignal;
  /** a step begins, or this fraction (0 to 1) of it is done */
  readonly at: (step: JobStep, part?: number) => void;
  /** from here on the job can no longer be cancelled; throws if it already was */
  readonly disableCancel: () => void;
}

export interface JobRequest {
  readonly kind: JobKind;
  readonly first: JobStep;
  readonly subject?: string | undefined;
  readonly scheduled?: boolean;
  /** leaves nothing behind when it throws or `signal` is aborted; resolves with the file to download, if it made one */
  readonly run: (report: JobReport) => Promise<JobResult>;
}

export interface JobResult {
  readonly file?: Job['file'];
  /** deletes the file */
  readonly discard?: () => Promise<void>;
}

/** Long-running jobs, one at a time: they show progress, can be cancelled, and survive the closing of all windows. */
export type Jobs = ReturnType<typeof createJobs>;

/** Abort reason at shutdown: the job may continue at the next start. */
export class EngineStops extends Error {
  override readonly name = 'EngineStops';
}

/** Finished jobs that are remembered. */
const MAX_FINISHED = 20;
/** Milliseconds between progress events. */
const PROGRESS_INTERVAL = 250;

interface JobEntry {
  job: Job;
  readonly cancelling: AbortController;
  readonly ended: Promise<Job>;
  discard?: (() => Promise<void>) | undefined;
}

export function createJobs({
  clock,
  log,
  touch,
}: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly touch: Touch;
}) {
  const entries = new Map<string, JobEntry>();
  const list = (): Job[] => [...entries.values()].map(({ job }) => job).toReversed();
  const words = throttle(PROGRESS_INTERVAL, clock, () => touch('jobs'));
  let stopped = false;

  const running = (): JobEntry | undefined => entries.values().find(({ job }) => job.state === 'running');
  const find = (jobId: string): JobEntry => {
    const found = entries.get(jobId);
    if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.job.gone'));
    return found;
  };
  const dismiss = async (jobId: string): Promise<void> => {
    const found = find(jobId);
    if (found.job.state === 'running') throw new ContractError('not_found', phrase('errors:refusals.job.running'));
    entries.delete(jobId);
    words.now();
    await found.discard?.();
  };
  const dropOldest = (): void => {
    const finish = [...entries.values()]
      .filter(({ job }) => job.state !== 'running')
      .slice(0, Math.max(0, entries.size - MAX_FINISHED));
    for (const { job } of finish)
      dismiss(job.id).catch((error: unknown) =>
        log.warn({ err: error }, 'a file made for fetching could not be taken away'),
      );
  };

  const begin = (request: JobRequest): { readonly job: Job; readonly ended: Promise<Job> } => {
    if (running() !== undefined || stopped) throw new ContractError('job_running', phrase('errors:refusals.job.busy'));
    const { kind, first, subject, scheduled = false } = request;
    const id = randomUUID();
    const cancelling = new AbortController();
    const end = Promise.withResolvers<Job>();
    const entry: JobEntry = {
      job: {
        id,
        kind,
        ...(subject !== undefined && { subject }),
        scheduled,
        state: 'running',
        step: first,
        cancellable: true,
        startedAt: clock.wall(),
      },
      cancelling,
      ended: end.promise,
    };
    entries.set(id, entry);
    const report: JobReport = {
      signal: cancelling.signal,
      at: (step, part) => {
        const { part: _before, ...job } = entry.job;
        entry.job = { ...job, step, ...(part !== undefined && { part: Math.min(1, Math.max(0, part)) }) };
        words.soon();
      },
      disableCancel: () => {
        cancelling.signal.throwIfAborted();
        entry.job = { ...entry.job, cancellable: false };
        words.now();
      },
    };
    const finish = (change: Partial<Job>): void => {
      entry.job = { ...entry.job, cancellable: false, endedAt: clock.wall(), ...change };
      words.now();
      dropOldest();
      end.resolve(entry.job);
    };
    request.run(report).then(
      ({ file, discard }) => {
        entry.discard = discard;
        finish({ state: 'done', part: 1, ...omitUndefined({ file }) });
      },
      (error: unknown) => {
        if (cancelling.signal.aborted) return finish({ state: 'cancelled' });
        if (!(error instanceof ContractError)) log.error({ err: error, kind }, 'long work met a fault');
        finish({ state: 'failed', problem: jobFailure(error) });
      },
    );
    words.now();
    return { job: entry.job, ended: entry.ended };
  };

  const calls = {
    'jobs.list': async () => ({ jobs: list() }),
    'jobs.cancel': async ({ jobId }) => {
      const { job, cancelling, ended } = find(jobId);
      if (!job.cancellable)
        throw new ContractError(
          'not_cancellable',
          job.state === 'running' ? phrase('errors:refusals.job.late') : phrase('errors:refusals.job.over'),
        );
      cancelling.abort(new Error('Somebody cancelled it'));
      return ended;
    },
    'jobs.dismiss': ({ jobId }) => dismiss(jobId),
  } satisfies CallsOf<typeof jobRoutes>;
  return {
    calls,
    /** Coded error: job_running */
    begin,
    list,
    /** cancels the running job, and resolves when it has ended */
    stop: async (): Promise<void> => {
      stopped = true;
      const last = running();
      if (last?.job.cancellable === true) last.cancelling.abort(new EngineStops());
      await last?.ended;
      words.stop();
    },
  };
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Explains why a job failed, for the owner. */
export function jobFailure(error: unknown): Phrase {
  if (error instanceof ContractError) return error.reason;
  const code = systemCode(error);
  if (FULL.has(code)) return phrase('errors:refusals.job.full');
  if (FORBIDDEN.has(code)) return phrase('errors:refusals.job.forbidden');
  if (code === 'ENOENT') return phrase('errors:refusals.job.noFolder');
  return phrase('errors:refusals.job.fault');
}
