import { createPhraseFormatter } from '#shared/locales/phrase.ts';
import { i18n, locale } from './i18n.ts';

/** The engine's phrases in this window's language. */
export const formatPhrase = createPhraseFormatter(i18n, locale);
