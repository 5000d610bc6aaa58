import { z } from 'zod';
import { nothing, owner } from './fields.ts';
import { instant } from '#shared/domain/entities.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';

/** Long jobs, and the steps of each, in order. */
export const JOB_STEPS = {
  backup: ['snapshot', 'writing', 'finishing'],
  restore: ['reading', 'checking', 'keeping_present', 'finishing'],
  export: ['gathering', 'writing'],
  erase: ['waiting', 'deleting', 'rewriting'],
  erase_chats: ['closing', 'waiting', 'deleting', 'rewriting'],
} as const;

export const jobKind = z.enum(['backup', 'restore', 'export', 'erase', 'erase_chats']);
export type JobKind = z.infer<typeof jobKind>;
export type JobStep = (typeof JOB_STEPS)[JobKind][number];

const jobSteps = [...new Set(Object.values(JOB_STEPS).flat())] as [JobStep, ...JobStep[]];

/** A long job, as everyone at the console sees it. Ended ones stay for a while. */
export const job = z.object({
  id: z.string(),
  kind: jobKind,
  /** its subject: the name of a customer or backup */
  subject: z.string().optional(),
  /** started by the schedule, not by a person */
  scheduled: z.boolean(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  step: z.enum(jobSteps),
  /** progress of the step, from 0 to 1; absent if unknown */
  part: z.number().min(0).max(1).optional(),
  /** false past the point of no return */
  cancellable: z.boolean(),
  /** failed: why */
  problem: phraseSchema.optional(),
  /** done: path of its file on the console's own origin */
  file: z.object({ url: z.string(), name: z.string(), size: z.int() }).optional(),
  startedAt: instant,
  endedAt: instant.optional(),
});
export type Job = z.infer<typeof job>;

const jobId = z.object({ jobId: z.string() });

export const jobRoutes = {
  /** newest first */
  'jobs.list': owner('none', nothing, { jobs: z.array(job) }, ['jobs']),
  /** resolves when it has ended and left nothing behind. Coded errors: not_found, not_cancellable */
  'jobs.cancel': owner('none', jobId, job),
  /** removes an ended job from the list, and its file. Coded error: not_found */
  'jobs.dismiss': owner('none', jobId, nothing),
} as const;
