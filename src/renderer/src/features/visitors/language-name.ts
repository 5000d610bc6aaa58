import { ofLocale } from '#renderer/language/i18n.ts';

const names = ofLocale((at) => new Intl.DisplayNames(at, { type: 'language', languageDisplay: 'standard' }));

/** A browser's language in this window's: "German (Austria)"; as it was said, if it names none. */
export function languageName(tag: string): string {
  try {
    return names().of(new Intl.Locale(tag).baseName) ?? tag;
  } catch {
    return tag;
  }
}
