import { ENGINE_WORDS } from '#shared/words/engine-words.ts';
import { createRetelling } from '#shared/words/known-again.ts';
import { wordsOf } from './speech.ts';

/** What the engine said in English, in the language of the tray and the notifications. */
export const retold = createRetelling(wordsOf, ENGINE_WORDS);
