import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import findings from '#shared/locales/en/findings.json' with { type: 'json' };
import { createPhraseFormatter } from '#shared/locales/phrase.ts';
import { addEnglish, i18n, locale } from './i18n.ts';

addEnglish({ errors, findings });

/** The engine's phrases in this window's language. Not part of the first load: errors bring their English. */
export const formatPhrase = createPhraseFormatter(i18n, locale);
