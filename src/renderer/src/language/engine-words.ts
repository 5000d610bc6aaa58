import { ENGINE_WORDS } from '#shared/words/engine-words.ts';
import { createRetelling } from '#shared/words/known-again.ts';
import { wordsOf } from './speech.ts';

/** What the engine said in English, in the language of this window. Not in what a window loads first: see `retold`. */
export const inWords = createRetelling(wordsOf, ENGINE_WORDS);
