import { i18n } from '#renderer/language/i18n.ts';
import { z } from 'zod';

/** A whole number as it is typed, within a rule for numbers. */
export const typedNumber = (rule: z.ZodType<number>) =>
  z
    .string()
    .trim()
    .superRefine((typed, context) => {
      if (!/^\d+$/.test(typed)) {
        context.addIssue({ code: 'custom', message: i18n.t('settings:wholeNumber') });
        return;
      }
      const problem = rule.safeParse(Number(typed)).error?.issues[0];
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message });
    });
