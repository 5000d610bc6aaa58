import { readPhrase } from '#shared/domain/phrase.ts';
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import { createPhraseFormatter } from '#shared/locales/phrase.ts';
import { addEnglish, i18n, locale } from './i18n.ts';

addEnglish({ errors });
const formatPhrase = createPhraseFormatter(i18n, locale);

/** The contract's field rules in this window's language. */
export function ruleText(problem: { readonly message?: string | undefined } | undefined): string | undefined {
  return problem?.message === undefined ? undefined : formatPhrase(readPhrase(problem.message));
}
