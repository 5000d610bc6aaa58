import { language } from '#shared/words/en/language.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('language', language);

/** What stands at the choice of a language; the languages have their own names. */
export const languageWords = {
  label: say('label'),
  hint: say('hint'),
  asSystem: say('asSystem'),
} as const;
