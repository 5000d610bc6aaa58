import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import findings from '#shared/locales/en/findings.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { createPhraseFormatter } from '#shared/locales/phrase.ts';
import { i18n } from './i18n.ts';

for (const [namespace, texts] of Object.entries({ errors, findings }))
  i18n.addResourceBundle(ENGLISH.code, namespace, texts);

/** The engine's phrases in this window's language. Not part of the first load: errors bring their English. */
export const formatPhrase = createPhraseFormatter(i18n);
