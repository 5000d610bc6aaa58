import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';

/** What takes a while, and what it is doing right now, in the order in which it does it. */
export const JOB_STEPS = {
  backup: ['snapshot', 'writing', 'finishing'],
  restore: ['reading', 'checking', 'keeping_present', 'finishing'],
  export: ['gathering', 'writing'],
  erase: ['waiting', 'deleting', 'rewriting'],
  close_chats: ['closing'],
  reopen_chats: ['reopening'],
  erase_chats: ['closing', 'waiting', 'deleting', 'rewriting'],
} as const;

export const jobKind = z.enum(['backup', 'restore', 'export', 'erase', 'close_chats', 'reopen_chats', 'erase_chats']);
export type JobKind = z.infer<typeof jobKind>;
export type JobStep = (typeof JOB_STEPS)[JobKind][number];

const jobSteps = [...new Set(Object.values(JOB_STEPS).flat())] as [JobStep, ...JobStep[]];

/** Long work, as everybody at the console sees it. Ended ones stay for a while. */
export const job = z.object({
  id: z.string(),
  kind: jobKind,
  /** what it is about: a customer's name, a backup's */
  subject: z.string().optional(),
  /** begun by the schedule, not by a person */
  scheduled: z.boolean(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  step: z.enum(jobSteps),
  /** how much of the step is done, from 0 to 1; absent where nobody can say */
  part: z.number().min(0).max(1).optional(),
  /** past a point of no return it goes on to its end */
  cancellable: z.boolean(),
  /** failed: why; done: what it could not do, though it did the rest */
  problem: phraseSchema.optional(),
  /** done: where its file can be fetched, on the console's own origin */
  file: z.object({ url: z.string(), name: z.string(), size: z.number().int() }).optional(),
  /** done: what it closed can be opened again */
  undoable: z.boolean().optional(),
  startedAt: instant,
  endedAt: instant.optional(),
});
export type Job = z.infer<typeof job>;

const jobId = z.object({ jobId: z.string() });

export const jobRoutes = {
  /** newest first */
  'jobs.list': { input: z.object({}), output: z.object({ jobs: z.array(job) }) },
  /** resolves when it has ended and nothing of it is left. Coded errors: not_found, not_cancellable */
  'jobs.cancel': { input: jobId, output: job },
  /** takes an ended one off the list, with the file it made for fetching. Coded error: not_found */
  'jobs.dismiss': { input: jobId, output: z.object({}) },
} as const;
