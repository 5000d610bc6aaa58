import type { Logger } from 'pino';
import { languageFor, languageOf } from '#shared/locales/languages.ts';
import chat from '#shared/locales/en/chat.json' with { type: 'json' };
import desktop from '#shared/locales/en/desktop.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import findings from '#shared/locales/en/findings.json' with { type: 'json' };
import { createPhraseWords } from '#shared/locales/phrase.ts';
import { createLocalization } from '#shared/locales/i18n.ts';
import type { Preferences } from './preferences.ts';

/** What the tray, menus and notifications say. It is one for the program; words are asked for each time they are shown, since its language may change. */
const localization = createLocalization({ chat, desktop, errors, findings }, []);

export const { i18n, locale } = localization;
export const { t } = i18n;
/** What is wrong with the ways in, as the engine says it. */
export const phraseWords = createPhraseWords(i18n);

export interface SpokenOptions {
  readonly preferences: Preferences;
  /** the languages that the system names, the dearest first */
  readonly wanted: readonly string[];
  readonly log: Logger;
}

/** Speaks what the windows were told to speak, else what the system speaks. Where its words cannot be loaded, English goes on. */
export async function speakAsChosen({ preferences, wanted, log }: SpokenOptions): Promise<void> {
  const language = languageOf(preferences.current().language) ?? languageFor(wanted);
  await localization
    .speak(language, wanted)
    .catch((error: unknown) =>
      log.warn({ err: error, language: language.code }, 'the words of a language could not be loaded'),
    );
}
