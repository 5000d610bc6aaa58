import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import { createCallTexts } from '#shared/locales/call-texts.ts';
import { createLocalization } from '#shared/locales/i18n.ts';
import { ENGLISH, type Language, languageOf } from '#shared/locales/languages.ts';

type PushTexts = Pick<ReturnType<typeof createCallTexts>, 'callText' | 'settledText'>;

/** The words of notifications in a device's language; each language is loaded once. */
export function createPushTexts() {
  const known = new Map<Language, Promise<PushTexts>>();
  const load = async (language: Language): Promise<PushTexts> => {
    const localization = createLocalization({ conversation }, []);
    // A language that cannot be loaded leaves the English.
    if (language !== ENGLISH) await localization.changeLanguage(language, []).catch(() => undefined);
    return createCallTexts(localization, (message) => message);
  };
  return (code: string): Promise<PushTexts> => {
    const language = languageOf(code) ?? ENGLISH;
    const texts = known.get(language) ?? load(language);
    known.set(language, texts);
    return texts;
  };
}
