import { z } from 'zod';
import { phrase, foreignText, type Phrase, type PhraseCode } from '#shared/locales/phrase.ts';

/** The form of a code. Only the types know which codes exist: a list would add weight to every part that parses one. */
const CODE = /^(?:words|[a-zA-Z]+:[\w.]+)$/;

/** A phrase received or stored. An unknown code, such as of another version, is kept and shown as unknown. */
export const phraseSchema: z.ZodType<Phrase, Phrase> = z.object({
  code: z.custom<PhraseCode>((code) => typeof code === 'string' && CODE.test(code)),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => phraseSchema)])).optional(),
});

/** Parses a phrase from JSON, of a database column or the message of a rule. Anything else is shown as is. */
export function readPhrase(text: string): Phrase {
  try {
    return phraseSchema.parse(JSON.parse(text));
  } catch {
    return foreignText(text);
  }
}

/** A stored phrase; anything else becomes the phrase for missing words. */
export const storedPhrase = phraseSchema.catch(phrase('errors:unknown'));

/** The message of a broken field rule: a phrase, as the text that zod expects. */
export function rule<Code extends PhraseCode>(...phraseArgs: Parameters<typeof phrase<Code>>): string {
  return JSON.stringify(phrase(...phraseArgs));
}

/** Text as an owner enters it: spaces around it don't count. `needed`: the rule broken by an empty one; absent: it may be. */
export function enteredText(most: number, needed?: string): z.ZodString {
  const text = z.string().trim();
  // Without the system's formats, which take long to load.
  const shown = most < 1000 ? most : String(most).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const bounded = needed === undefined ? text : text.min(1, needed);
  return bounded.max(most, rule('errors:rules.most.characters', { most: shown }));
}

/** The `error` of a parse: phrases for zod's own rules. Undefined: zod's message. */
export function fieldRule(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_big':
      return issue.inclusive === true ? tooBig(issue.origin, String(issue.maximum)) : undefined;
    case 'too_small':
      return issue.inclusive === true ? tooSmall(issue.origin, String(issue.minimum)) : undefined;
    case 'invalid_type':
      if (issue.expected === 'int') return rule('errors:rules.number.whole');
      return issue.expected === 'number' && Number.isNaN(issue.input) ? rule('errors:rules.number.needed') : undefined;
    case 'invalid_format':
      return issue.format === 'date' ? rule('errors:rules.date') : undefined;
    case 'custom':
      return rule('errors:rules.invalid');
    default:
      return undefined;
  }
}

function tooBig(origin: string, most: string): string | undefined {
  if (origin === 'string') return rule('errors:rules.text.long', { most });
  if (origin === 'array') return rule('errors:rules.list.long', { most });
  return origin === 'number' ? rule('errors:rules.number.large', { most }) : undefined;
}

function tooSmall(origin: string, least: string): string | undefined {
  if (origin === 'string') return rule('errors:rules.text.short', { least });
  if (origin === 'array') return rule('errors:rules.list.short', { least });
  return origin === 'number' ? rule('errors:rules.number.small', { least }) : undefined;
}
