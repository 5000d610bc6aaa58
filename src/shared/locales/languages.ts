export interface Language {
  /** as BCP 47 has it */
  readonly code: string;
  /** as its speakers call it */
  readonly name: string;
  readonly dir?: 'rtl';
}

export const ENGLISH: Language = { code: 'en', name: 'English' };

/** What the app speaks. A new language is a folder beside `en` and a line here. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'pt-BR', name: 'Português (Brasil)' },
  { code: 'ru', name: 'Русский' },
];

/** For development and tests: longer words with accents, and the same from right to left. Never offered. */
export const PSEUDO_LANGUAGES: readonly Language[] = [
  { code: 'en-XA', name: '[Accented]' },
  { code: 'en-XB', name: '[Mirrored]', dir: 'rtl' },
];

/** The language with this code, if the app speaks it. */
export function languageOf(code: string | null | undefined): Language | undefined {
  return [...LANGUAGES, ...PSEUDO_LANGUAGES].find((each) => each.code === code);
}

/** The first of `wanted` that the app speaks, as a person's system lists them (`es-MX` is `es`); English where it speaks none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const each of wanted) {
    const found =
      LANGUAGES.find(({ code }) => code.toLowerCase() === each.toLowerCase()) ??
      LANGUAGES.find(({ code }) => stem(code) === stem(each));
    if (found !== undefined) return found;
  }
  return ENGLISH;
}

/** How dates and numbers are written in a language: as in the first country of `wanted` that speaks it; in English as in Britain where nothing is known. */
export function localeFor({ code }: Language, wanted: readonly string[]): string {
  const usual = stem(code) === 'en' ? 'en-GB' : code;
  return wanted.find((each) => stem(each) === stem(code) && each.includes('-')) ?? usual;
}

function stem(code: string): string {
  return code.toLowerCase().split('-')[0] ?? code;
}
