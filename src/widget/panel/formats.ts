import { countSigns } from '#shared/domain/graphemes.ts';
import { dateText } from '#shared/locales/dates.ts';
import { readLocale } from '#shared/locales/languages.ts';
import type { ShownStatus, SiteTexts } from '../host.ts';

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

/** When it opens next, by the visitor's clock: `Monday 09:00`. undefined: it is open now, or that is not known. */
export function opensAgain(spans: ShownStatus['open'], now: number, locale: string): string | undefined {
  const next = spans.find(([, to]) => to > now)?.[0];
  if (next === undefined || next <= now) return undefined;
  const isToday = new Date(next).toDateString() === new Date(now).toDateString();
  return dateText(isToday ? 'clock' : next - now < 6 * DAY ? 'weekdayMoment' : 'shortMoment', next, locale);
}

const DAY = 24 * 60 * 60_000;

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
