import { countSigns } from '#shared/domain/graphemes.ts';
import { readLocale } from '#shared/locales/languages.ts';
import type { SiteTexts } from '../host.ts';

type Values = Readonly<Record<string, string | number>>;
type Counted<Key> = Key extends `${infer Stem}_other` ? Stem : never;

/** Fills the placeholders of a text: `{{name}}`. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** A text with a count, in the language's form for it: `unread` is `unread_one`, `unread_few` and so on. */
export function counted(texts: SiteTexts, stem: Counted<keyof SiteTexts>, count: number, language: string): string {
  const forms = texts as unknown as Readonly<Record<string, string>>;
  const form = new Intl.PluralRules(language).select(count);
  return fill(forms[`${stem}_${form}`] ?? texts[`${stem}_other`], { count });
}

/** The locale for dates and numbers: the browser's if it is of the window's language. */
export function localeOf(language: string, browser: string): string {
  const locale = readLocale(browser);
  const stem = (code: string): string => code.split('-')[0] ?? code;
  return locale !== undefined && stem(language) === stem(locale)
    ? locale
    : language.replace('-XA', '').replace('-XB', '');
}

/** Values for the text `tooLong`: the number of characters in a text, and how many fit into `limit` UTF-16 units. */
export function tooLong(text: string, limit: number, locale: string) {
  const number = new Intl.NumberFormat(locale);
  const { length, most } = countSigns(text, limit);
  return { length: number.format(length), most: number.format(most) };
}

/** A path of the engine below its public address; full links as they are. */
export function addressAt(home: string, path: string): string {
  return /^https?:/.test(path) ? path : `${home}/${path.replace(/^\//, '')}`;
}
