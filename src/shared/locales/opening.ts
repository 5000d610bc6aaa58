import { type DateForm, dateText, isoDay } from './dates.ts';
import type { SiteWords } from './site.ts';

const DAY = 24 * 60 * 60_000;

/** Placeholders of the words, and what each is. */
const FORMS: Readonly<Record<string, DateForm>> = { time: 'clock', day: 'weekday', date: 'longDay' };

/**
 * Says when it opens next, within a sentence: `tomorrow at 9:00 AM`. `spans`: when it is open, milliseconds; without a
 * `timeZone` in the device's. undefined: it is open now, or that is not known
 */
export function openingText(
  spans: readonly (readonly [from: number, to: number])[],
  now: number,
  words: SiteWords['opening'],
  locale: string,
  timeZone?: string,
): string | undefined {
  const next = spans.find(([, to]) => to > now)?.[0];
  if (next === undefined || next <= now) return undefined;
  const isOn = (at: number): boolean => isoDay(at, timeZone) === isoDay(next, timeZone);
  const form = isOn(now) ? 'today' : isOn(now + DAY) ? 'tomorrow' : next - now < 6 * DAY ? 'thisWeek' : 'later';
  return words[form].replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => {
    const part = FORMS[name];
    return part === undefined ? hole : dateText(part, next, locale, timeZone);
  });
}
