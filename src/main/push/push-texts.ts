import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import { createCallTexts } from '#shared/locales/call-texts.ts';
import { createLocalization } from '#shared/locales/i18n.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';

type PushTexts = Pick<ReturnType<typeof createCallTexts>, 'callText' | 'settledText'>;

/** The words of notifications in a device's language; each language is loaded once. */
export function createPushTexts(): (language: string) => Promise<PushTexts> {
  const known = new Map<string, Promise<PushTexts>>();
  const load = async (code: string): Promise<PushTexts> => {
    const localization = createLocalization({ conversation }, []);
    const language = languageOf(code) ?? ENGLISH;
    // A language that cannot be loaded leaves the English.
    if (language !== ENGLISH) await localization.changeLanguage(language, []).catch(() => undefined);
    return createCallTexts(localization, (message) => message);
  };
  return (code) => {
    const language = (languageOf(code) ?? ENGLISH).code;
    const texts = known.get(language) ?? load(language);
    known.set(language, texts);
    return texts;
  };
}
