import { ENGINE_WORDS } from '#shared/locales/engine-words.ts';
import { createRetelling } from '#shared/locales/known-again.ts';
import { i18n } from './speech.ts';

/** What the engine said in English, in the language of the tray and the notifications. */
export const retold = createRetelling(i18n, ENGINE_WORDS);
