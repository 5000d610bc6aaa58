import { z } from 'zod';
import { phrase, wordsOfOthers, type Phrase, type PhraseCode } from '#shared/locales/phrase.ts';

/** A code as the catalogues have them. Which there are is known to the types: a list of all would weigh on every part that reads one. */
const CODE = /^(?:words|[a-zA-Z]+:[\w.]+)$/;

/** A phrase that crosses a border or is stored. A code that is not known here (any more) is kept, and said to be so. */
export const phraseSchema: z.ZodType<Phrase, Phrase> = z.object({
  code: z.custom<PhraseCode>((code) => typeof code === 'string' && CODE.test(code)),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => phraseSchema)])).optional(),
});

/** A phrase out of its JSON text: of a column of the database, or of the message of a rule. What is none is shown as it is. */
export function readPhrase(text: string): Phrase {
  try {
    return phraseSchema.parse(JSON.parse(text));
  } catch {
    return wordsOfOthers(text);
  }
}

/** A phrase that was stored; of what is none, that there are no words for it. */
export const storedPhrase = phraseSchema.catch(phrase('errors:unknown'));

/** What a field's rule says where it is broken: a phrase, as the text that zod takes for a message. */
export function rule<Code extends PhraseCode>(...said: Parameters<typeof phrase<Code>>): string {
  return JSON.stringify(phrase(...said));
}

/** The `error` of a parse: what the rules say that are zod's own. Undefined: zod's words. */
export function fieldRule(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_big':
      return issue.inclusive === true ? tooBig(issue.origin, String(issue.maximum)) : undefined;
    case 'too_small':
      return issue.inclusive === true ? tooSmall(issue.origin, String(issue.minimum)) : undefined;
    case 'invalid_type':
      if (issue.expected === 'int') return rule('fieldRules:number.whole');
      return issue.expected === 'number' && Number.isNaN(issue.input) ? rule('fieldRules:number.needed') : undefined;
    case 'invalid_format':
      return issue.format === 'date' ? rule('fieldRules:date') : undefined;
    case 'custom':
      return rule('fieldRules:invalid');
    default:
      return undefined;
  }
}

function tooBig(origin: string, most: string): string | undefined {
  if (origin === 'string') return rule('fieldRules:text.long', { most });
  if (origin === 'array') return rule('fieldRules:list.long', { most });
  return origin === 'number' ? rule('fieldRules:number.large', { most }) : undefined;
}

function tooSmall(origin: string, least: string): string | undefined {
  if (origin === 'string') return rule('fieldRules:text.short', { least });
  if (origin === 'array') return rule('fieldRules:list.short', { least });
  return origin === 'number' ? rule('fieldRules:number.small', { least }) : undefined;
}
