import { z } from 'zod';
import { words } from './words.ts';

/** A whole number as it is typed, within a rule for numbers. */
export const typedNumber = (rule: z.ZodType<number>) =>
  z
    .string()
    .trim()
    .superRefine((typed, context) => {
      if (!/^\d+$/.test(typed)) {
        context.addIssue({ code: 'custom', message: words.wholeNumber });
        return;
      }
      const problem = rule.safeParse(Number(typed)).error?.issues[0];
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message });
    });
