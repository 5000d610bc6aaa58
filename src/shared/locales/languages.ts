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
  return [...LANGUAGES, ...PSEUDO_LANGUAGES].find((language) => language.code === code);
}

/** Longer ones are none, and formatters refuse some of them. */
const LONGEST_TAG = 64;

/**
 * The locale that a browser, system or person means, without extensions: `en_US.UTF-8` and `en-US@posix` are `en-US`,
 * `de-` is `de`. Undefined for what names no language, such as `C`, `*` or `x-private`, or is no text.
 */
export function readLocale(tag: unknown): string | undefined {
  if (typeof tag !== 'string') return undefined;
  const written = tag
    .slice(0, LONGEST_TAG)
    .trim()
    .replace(/[.@;,].*/su, '')
    .replaceAll('_', '-');
  if (tag.length <= LONGEST_TAG) {
    try {
      return new Intl.Locale(written).baseName;
    } catch {
      // Its language may be one all the same.
    }
  }
  return /^[a-z]{2,3}(?=-|$)/i.exec(written)?.[0].toLowerCase();
}

/** The first of `preferred`, the locales of a person's system, that the app has (`es-MX` is `es`). */
export function spokenLanguage(preferred: readonly unknown[]): Language | undefined {
  for (const locale of preferred.map(readLocale)) {
    if (locale === undefined) continue;
    const found =
      LANGUAGES.find(({ code }) => code === locale) ??
      LANGUAGES.find(({ code }) => baseLanguage(code) === baseLanguage(locale));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As `spokenLanguage`; otherwise English. */
export function languageFor(preferred: readonly unknown[]): Language {
  return spokenLanguage(preferred) ?? ENGLISH;
}

/** The locale for dates and numbers in a language: the first of `preferred` in that language; for English with none, British. */
export function localeFor({ code }: Language, preferred: readonly unknown[]): string {
  const fallback = baseLanguage(code) === 'en' ? 'en-GB' : code;
  return (
    preferred
      .map(readLocale)
      .find((locale) => locale?.includes('-') === true && baseLanguage(locale) === baseLanguage(code)) ?? fallback
  );
}

function baseLanguage(code: string): string {
  return code.toLowerCase().split('-')[0] ?? code;
}
