import { ofLocale } from '#renderer/language/i18n.ts';

const written = (options: Intl.DateTimeFormatOptions) => ofLocale((at) => new Intl.DateTimeFormat(at, options));
const hour = written({ hour: '2-digit', minute: '2-digit' });
const day = written({ weekday: 'short', day: 'numeric', month: 'short' });
const shortDay = written({ day: 'numeric', month: 'short' });

/** A day or an hour of today, by where it begins: Mon 3 Nov, 14:00. */
export function stepName(from: number, ofToday: boolean): string {
  return (ofToday ? hour : day)().format(from);
}

/** The same where there is little room: 3 Nov, 14:00. */
export function axisStep(from: number, ofToday: boolean): string {
  return (ofToday ? hour : shortDay)().format(from);
}
