/** The hour in the form of the language: 09:05, but 9:05 AM. */
const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const LONG_DAY = { day: 'numeric', month: 'long' } as const;

/** Formats of times and days in the product: the only forms there are. */
const FORMS = {
  /** 14:05 */
  clock: TIME,
  /** 14:05:09, in logs */
  clockWithSeconds: { ...TIME, second: '2-digit' },
  /** 14:05 CET */
  clockOfZone: { ...TIME, timeZoneName: 'short' },
  /** 3 Nov */
  shortDay: DAY,
  shortDayOfYear: { ...DAY, year: 'numeric' },
  /** 3 Nov, 14:05 */
  shortMoment: { ...DAY, ...TIME },
  shortMomentOfYear: { ...DAY, year: 'numeric', ...TIME },
  /** Tue 3 Nov */
  shortDayOfWeek: { weekday: 'short', ...DAY },
  shortWeekday: { weekday: 'short' },
  /** 3 November */
  longDay: LONG_DAY,
  longDayOfYear: { ...LONG_DAY, year: 'numeric' },
  weekday: { weekday: 'long' },
  /** Tuesday 14:05 */
  weekdayMoment: { weekday: 'long', ...TIME },
  /** Tuesday 3 November */
  dayOfWeek: { weekday: 'long', ...LONG_DAY },
  dayOfWeekAndYear: { weekday: 'long', ...LONG_DAY, year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateForm = keyof typeof FORMS;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formats that are kept; each takes some kilobytes. */
const MOST_FORMATS = 64;

function formatOf(form: DateForm, locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${form} ${locale} ${timeZone ?? ''}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const options: Intl.DateTimeFormatOptions = FORMS[form];
  const hour = options.hour === undefined ? undefined : hourOf(locale);
  const made = new Intl.DateTimeFormat(locale, { ...options, hour, timeZone });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(key, made);
  return made;
}

/** Format of the hour in a language: 09:05, but 9:05 AM. */
function hourOf(locale: string): 'numeric' | '2-digit' {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hour12 === true ? 'numeric' : '2-digit';
}

/** A time or day as the locale writes it. `at`: milliseconds since the epoch; without a `timeZone` in the device's. */
export function dateText(form: DateForm, at: number, locale: string, timeZone?: string): string {
  return formatOf(form, locale, timeZone).format(at);
}

/** From one day to another: 24 – 26 December. */
export function dateRangeText(form: DateForm, from: number, to: number, locale: string, timeZone?: string): string {
  return formatOf(form, locale, timeZone).formatRange(from, to);
}

/** For files and fields, the same in every language: 2026-11-21 14:05:09, in the device's time zone or another. */
export function isoMoment(at: number, timeZone?: string): string {
  // Swedish writes it so.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

/** 2026-11-21 */
export function isoDay(at: number, timeZone?: string): string {
  return isoMoment(at, timeZone).slice(0, 'yyyy-mm-dd'.length);
}
