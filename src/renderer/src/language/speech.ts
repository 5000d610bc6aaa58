import { createSpeech } from '#shared/words/speech.ts';
import { systemLanguages, windowLanguage } from './choice.ts';

/** What this window says. It is one for the window, as its address is: words stand in constants that modules make while they load. */
export const speech = createSpeech(systemLanguages());

const language = windowLanguage();
// Modules that say words wait here for theirs; in English nothing has to be waited for.
if (language.load !== undefined) await speech.speak(language, systemLanguages());

export const { wordsOf } = speech;
