import { ENGINE_WORDS } from '#shared/locales/engine-words.ts';
import { createRetelling } from '#shared/locales/known-again.ts';
import { i18n } from './i18n.ts';

/** What the engine said in English, in the language of this window. Not in what a window loads first: see `retold`. */
export const inWords = createRetelling(i18n, ENGINE_WORDS);
