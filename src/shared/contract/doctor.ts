import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';

/** One line of the check: its subject and its finding. */
export const finding = z.object({
  id: z.string(),
  /** what was checked */
  title: phraseSchema,
  state: z.enum(['passed', 'warning', 'failed', 'skipped']),
  /** the finding; never contains a secret */
  detail: phraseSchema,
  /** the one thing to do about it */
  todo: phraseSchema.optional(),
  /** where in the console to do it */
  place: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

export const doctorRoutes = {
  /** checks everything in up to half a minute; `doctor.changed` reports each line. Only one runs at a time */
  'doctor.run': {
    for: 'owner',
    audit: 'none',
    input: z.object({}),
    output: z.object({ at: instant, findings: z.array(finding) }),
  },
  /** the latest findings, or those so far of a check in progress */
  'doctor.latest': {
    for: 'owner',
    audit: 'none',
    input: z.object({}),
    output: z.object({ running: z.boolean(), at: instant.optional(), findings: z.array(finding) }),
  },
} as const;
