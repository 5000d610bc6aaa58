import fieldRules from '#shared/locales/en/fieldRules.json' with { type: 'json' };
import { createRetelling } from '#shared/locales/known-again.ts';
import { i18n } from './i18n.ts';

const retold = createRetelling(i18n, { fieldRules });

/** What a rule of the contract says of a field, in the language of this window. */
export function ruleWords(problem: { readonly message?: string | undefined } | undefined): string | undefined {
  return problem?.message === undefined ? undefined : retold(problem.message);
}
