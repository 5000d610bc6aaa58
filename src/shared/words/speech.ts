import { createInstance, type TOptions } from 'i18next';
import type { Catalogue, Say } from './catalogue.ts';
import { ENGLISH, localeFor, type Language, type Loaded } from './languages.ts';

/** What a window or the desktop says, in one language at a time. */
export interface Speech {
  readonly language: () => Language;
  /** for `Intl`: dates, numbers, order */
  readonly locale: () => string;
  /** Says the words of a subject from then on, in whatever language is spoken when they are asked for. */
  readonly wordsOf: <const C extends Catalogue>(subject: string, english: C) => Say<C>;
  /** Loads the words of a language, then speaks it. `wanted`: the locales that the person's system names. */
  readonly speak: (language: Language, wanted: readonly string[]) => Promise<void>;
}

/** A speech in English, until it is told to speak another language. `wanted` as in `speak`. */
export function createSpeech(wanted: readonly string[]): Speech {
  const subjects = new Map<string, Catalogue>();
  let spoken = {
    language: ENGLISH,
    locale: localeFor(ENGLISH, wanted),
    numbers: new Intl.NumberFormat(localeFor(ENGLISH, wanted)),
  };
  let loaded: Loaded | undefined;
  const i18n = createInstance();
  void i18n.init({
    lng: ENGLISH.code,
    fallbackLng: ENGLISH.code,
    resources: {},
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it shows; a notification is plain text.
    interpolation: { escapeValue: false },
  });

  const addTranslation = (subject: string, english: Catalogue): void => {
    if (loaded === undefined) return;
    const words = 'words' in loaded ? loaded.words[subject] : loaded.translated(english);
    if (words !== undefined) i18n.addResourceBundle(spoken.language.code, subject, words);
  };

  const told = (values: Readonly<Record<string, string | number>>) => {
    const count = values['count'];
    return {
      replace: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' ? spoken.numbers.format(value) : value,
        ]),
      ),
      ...(typeof count === 'number' && { count }),
    };
  };

  return {
    language: () => spoken.language,
    locale: () => spoken.locale,
    wordsOf: (subject, english) => {
      subjects.set(subject, english);
      i18n.addResourceBundle(ENGLISH.code, subject, english);
      addTranslation(subject, english);
      const say: (key: string, values: TOptions) => string = i18n.getFixedT(null, subject);
      // What people wrote may look like a reference to other words: nothing is looked up in it.
      return (key, ...[values]) => say(key, { nest: false, ...(values !== undefined && told(values)) });
    },
    speak: async (language, preferred) => {
      loaded = await language.load?.();
      const locale = localeFor(language, preferred);
      spoken = { language, locale, numbers: new Intl.NumberFormat(locale) };
      for (const [subject, english] of subjects) addTranslation(subject, english);
      await i18n.changeLanguage(language.code);
    },
  };
}
