import { fieldRules } from '#shared/words/en/field-rules.ts';
import { createRetelling } from '#shared/words/known-again.ts';
import { wordsOf } from './speech.ts';

const retold = createRetelling(wordsOf, { fieldRules });

/** What a rule of the contract says of a field, in the language of this window. */
export function ruleWords(problem: { readonly message?: string | undefined } | undefined): string | undefined {
  return problem?.message === undefined ? undefined : retold(problem.message);
}
