import type { Logger } from 'pino';
import { languageFor, languageOf } from '#shared/words/languages.ts';
import { createSpeech } from '#shared/words/speech.ts';
import type { Preferences } from './preferences.ts';

/** What the tray, menus and notifications say. It is one for the program; words are asked for each time they are shown, since its language may change. */
const speech = createSpeech([]);

export const { wordsOf, locale } = speech;

export interface SpokenOptions {
  readonly preferences: Preferences;
  /** the languages that the system names, the dearest first */
  readonly wanted: readonly string[];
  readonly log: Logger;
}

/** Speaks what the windows were told to speak, else what the system speaks. Where its words cannot be loaded, English goes on. */
export async function speakAsChosen({ preferences, wanted, log }: SpokenOptions): Promise<void> {
  const language = languageOf(preferences.current().language) ?? languageFor(wanted);
  await speech
    .speak(language, wanted)
    .catch((error: unknown) =>
      log.warn({ err: error, language: language.code }, 'the words of a language could not be loaded'),
    );
}
