import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';

/** One line of the check: what was looked at, and what was found. */
export const finding = z.object({
  id: z.string(),
  /** what was looked at */
  title: phraseSchema,
  state: z.enum(['passed', 'warning', 'failed', 'skipped']),
  /** what was found; never a secret */
  detail: phraseSchema,
  /** the one thing to do */
  todo: phraseSchema.optional(),
  /** where in the console it is done */
  place: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

export const doctorRoutes = {
  /** looks at everything, which takes up to half a minute; `doctor.changed` tells of each line. One runs at a time */
  'doctor.run': { input: z.object({}), output: z.object({ at: instant, findings: z.array(finding) }) },
  /** the latest findings; those of a run under way so far */
  'doctor.latest': {
    input: z.object({}),
    output: z.object({ running: z.boolean(), at: instant.optional(), findings: z.array(finding) }),
  },
} as const;
