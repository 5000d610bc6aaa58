import type { Logger } from 'pino';
import { languageFor, languageOf } from '#shared/locales/languages.ts';
import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import desktop from '#shared/locales/en/desktop.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import findings from '#shared/locales/en/findings.json' with { type: 'json' };
import { createPhraseFormatter } from '#shared/locales/phrase.ts';
import { createLocalization } from '#shared/locales/i18n.ts';
import type { Preferences } from './preferences.ts';

/** Texts of the tray, menus and notifications, for the whole program. Get them when shown: the language may change. */
const localization = createLocalization({ conversation, desktop, errors, findings }, []);

export const { i18n, locale } = localization;
export const { t } = i18n;
/** The engine's description of a problem with the connection. */
export const formatPhrase = createPhraseFormatter(i18n, locale);

/** Uses the language chosen for the windows, otherwise the system's. If it cannot be loaded, English stays. */
export async function applyChosenLanguage({
  preferences,
  wanted,
  log,
}: {
  readonly preferences: Preferences;
  /** the system's languages, in order of preference */
  readonly wanted: readonly string[];
  readonly log: Logger;
}): Promise<void> {
  const language = languageOf(preferences.current().language) ?? languageFor(wanted);
  await localization
    .changeLanguage(language, wanted)
    .catch((error: unknown) =>
      log.warn({ err: error, language: language.code }, 'the words of a language could not be loaded'),
    );
}
