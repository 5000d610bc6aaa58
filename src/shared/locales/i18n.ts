import { createInstance, type FormatterModule, type i18n as I18n } from 'i18next';
import { ENGLISH, localeFor, PSEUDO_LANGUAGES, type Language } from './languages.ts';
import type Resources from './resources.d.ts';

/** The texts of a namespace, by key; plural forms have i18next's suffixes. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

export type Namespace = keyof Resources;

/** i18next in one language at a time. */
export interface Localization {
  readonly i18n: I18n;
  readonly language: () => Language;
  /** for `Intl`: dates, numbers, sorting */
  readonly locale: () => string;
  /**
   * Loads a language and switches to it; `preferredLocales`: the locales of the person's system. Rejects without changing
   * anything if it can't be loaded. Of two calls the later one wins.
   */
  readonly changeLanguage: (language: Language, preferredLocales: readonly string[]) => Promise<void>;
  /** Loads further namespaces, of this language and of each that is chosen later. Rejects if they can't be loaded. */
  readonly addTexts: (namespaces: readonly Namespace[]) => Promise<void>;
}

/** Loads one namespace of a language. */
export type LoadTexts = (code: string, namespace: Namespace) => Promise<Texts>;

/** Starts in English. `english`: the namespaces, which other languages load too; `preferredLocales` as in `changeLanguage`. */
export function createLocalization(
  english: Partial<Record<Namespace, Texts>>,
  preferredLocales: readonly string[],
  load: LoadTexts = loadTexts,
): Localization {
  let spoken = formatters(ENGLISH, preferredLocales);
  let latest = ENGLISH;
  const numbersOfLocale: FormatterModule = {
    type: 'formatter',
    init: () => {},
    add: () => {},
    addCached: () => {},
    format: (value: unknown) => (typeof value === 'number' ? spoken.numbers.format(value) : (value as string)),
  };
  const i18n = createInstance();
  void i18n.use(numbersOfLocale).init({
    lng: ENGLISH.code,
    fallbackLng: ENGLISH.code,
    resources: { [ENGLISH.code]: english },
    defaultNS: 'common',
    initAsync: false,
    react: { useSuspense: false },
    // React escapes its output; a notification is plain text.
    interpolation: { escapeValue: false, alwaysFormat: true },
  });

  const namespaces = new Set(Object.keys(english) as Namespace[]);
  const loadMissing = async ({ code }: Pick<Language, 'code'>): Promise<void> => {
    const missing = [...namespaces].filter((namespace) => !i18n.hasResourceBundle(code, namespace));
    const texts = await Promise.all(missing.map((namespace) => load(code, namespace)));
    for (const [at, namespace] of missing.entries()) i18n.addResourceBundle(code, namespace, texts[at]);
    // Others may have been added meanwhile.
    if (missing.length > 0) await loadMissing({ code });
  };

  return {
    i18n,
    language: () => spoken.language,
    locale: () => spoken.locale,
    changeLanguage: async (language, preferred) => {
      latest = language;
      try {
        await loadMissing(language);
      } catch (error) {
        if (latest === language) latest = spoken.language;
        throw error;
      }
      if (latest !== language) return;
      spoken = formatters(language, preferred);
      await i18n.changeLanguage(language.code);
    },
    addTexts: async (added) => {
      for (const namespace of added) namespaces.add(namespace);
      await Promise.all([...new Set([spoken.language, latest])].map(loadMissing));
    },
  };
}

function formatters(language: Language, preferredLocales: readonly string[]) {
  const locale = localeFor(language, preferredLocales);
  return { language, locale, numbers: new Intl.NumberFormat(locale) };
}

async function loadTexts(code: string, namespace: Namespace): Promise<Texts> {
  if (PSEUDO_LANGUAGES.some((language) => language.code === code))
    return accentedTexts(await loadTexts(ENGLISH.code, namespace));
  return ((await import(`./${code}/${namespace}.json`, { with: { type: 'json' } })) as { readonly default: Texts })
    .default;
}

function accentedTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? accented(text) : accentedTexts(text)]),
  );
}

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçđéƒğĥíĵķłɱñóþɋŕšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŔŠŤÚṼŴẊÝŽ';
const accentedLetters = new Map(Array.from(PLAIN, (letter, index) => [letter, Array.from(ACCENTED)[index] ?? letter]));

/** Translations are longer than the English, short ones most of all. */
const EXTRA_LENGTH = 0.35;

/** English that is recognizably not the original: accented, longer, and in brackets that reveal truncation. */
export function accented(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\})/);
  const isPlaceholder = (part: string): boolean => part.startsWith('{{');
  const plain = parts
    .filter((part) => !isPlaceholder(part))
    .join('')
    .trim();
  const letters = parts.map((part) =>
    isPlaceholder(part) ? part : Array.from(part, (letter) => accentedLetters.get(letter) ?? letter).join(''),
  );
  return `[${letters.join('')}${'~'.repeat(Math.ceil(plain.length * EXTRA_LENGTH))}]`;
}
