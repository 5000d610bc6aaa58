export interface Language {
  /** BCP 47 code */
  readonly code: string;
  /** its native name */
  readonly name: string;
  readonly dir?: 'rtl';
}

export const ENGLISH: Language = { code: 'en', name: 'English' };

/** The languages of the app. A new one is a folder next to `en` and a line here. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'pt-BR', name: 'Português (Brasil)' },
  { code: 'ru', name: 'Русский' },
];

/** For development and tests: longer words with accents, and the same right to left. Never offered. */
export const PSEUDO_LANGUAGES: readonly Language[] = [
  { code: 'en-XA', name: '[Accented]' },
  { code: 'en-XB', name: '[Mirrored]', dir: 'rtl' },
];

/** The language with this code, if the app has it. */
export function languageOf(code: string | null | undefined): Language | undefined {
  return [...LANGUAGES, ...PSEUDO_LANGUAGES].find((each) => each.code === code);
}

/** The first of `preferred`, the locales of a person's system, that the app has (`es-MX` is `es`); otherwise English. */
export function languageFor(preferred: readonly string[]): Language {
  for (const each of preferred) {
    const found =
      LANGUAGES.find(({ code }) => code.toLowerCase() === each.toLowerCase()) ??
      LANGUAGES.find(({ code }) => baseLanguage(code) === baseLanguage(each));
    if (found !== undefined) return found;
  }
  return ENGLISH;
}

/** The locale for dates and numbers in a language: the first of `preferred` in that language; for English with none, British. */
export function localeFor({ code }: Language, preferred: readonly string[]): string {
  const usual = baseLanguage(code) === 'en' ? 'en-GB' : code;
  return preferred.find((each) => baseLanguage(each) === baseLanguage(code) && each.includes('-')) ?? usual;
}

function baseLanguage(code: string): string {
  return code.toLowerCase().split('-')[0] ?? code;
}
