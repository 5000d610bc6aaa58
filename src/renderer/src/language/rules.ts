import { readPhrase } from '#shared/domain/phrase.ts';
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { createPhraseFormatter } from '#shared/locales/phrase.ts';
import { i18n } from './i18n.ts';

i18n.addResourceBundle(ENGLISH.code, 'errors', errors);
const formatPhrase = createPhraseFormatter(i18n);

/** The contract's field rules in this window's language. */
export function ruleText(problem: { readonly message?: string | undefined } | undefined): string | undefined {
  return problem?.message === undefined ? undefined : formatPhrase(readPhrase(problem.message));
}
