import '#renderer/language/reports.ts';
import { formatDecimal, formatPercent } from '#renderer/components/amounts.ts';
import { i18n, locale, ofLocale } from '#renderer/language/i18n.ts';

/** A duration in at most two units: 42 s, 3 min 5 s, 2 h 10 min, 1 d 4 h. Milliseconds; null: no data. */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null) return i18n.t('reports:none');
  const all = Math.round(milliseconds / 1000);
  const [days, hours, minutes, seconds] = [
    Math.floor(all / 86_400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
    all % 60,
  ];
  if (days > 0)
    return hours === 0 ? i18n.t('reports:time.days', { days }) : i18n.t('reports:time.daysHours', { days, hours });
  if (hours > 0)
    return minutes === 0
      ? i18n.t('reports:time.hours', { hours })
      : i18n.t('reports:time.hoursMinutes', { hours, minutes });
  if (minutes > 0)
    return seconds === 0 || minutes >= 10
      ? i18n.t('reports:time.minutes', { minutes })
      : i18n.t('reports:time.minutesSeconds', { minutes, seconds });
  return i18n.t('reports:time.seconds', { seconds });
}

/** An average rating: 4.2. */
export function formatRating(average: number | null): string {
  return average === null ? i18n.t('reports:none') : formatDecimal(average, 1);
}

/** A percentage; empty if the whole is zero. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? i18n.t('reports:none') : formatPercent(part / whole);
}

/** Short weekday names, Monday to Sunday. */
export function weekdayNames(): readonly string[] {
  const format = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' });
  // 5 January 2026 is a Monday.
  return Array.from({ length: 7 }, (_none, day) => format.format(Date.UTC(2026, 0, 5 + day)));
}

const dateFormat = (options: Intl.DateTimeFormatOptions) => ofLocale((at) => new Intl.DateTimeFormat(at, options));
const hour = dateFormat({ hour: '2-digit', minute: '2-digit' });
const day = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const shortDay = dateFormat({ day: 'numeric', month: 'short' });

/** A day, or an hour of today, by its start: Mon 3 Nov, 14:00. */
export function stepName(from: number, ofToday: boolean): string {
  return (ofToday ? hour : day)().format(from);
}

/** The short form: 3 Nov, 14:00. */
export function axisStep(from: number, ofToday: boolean): string {
  return (ofToday ? hour : shortDay)().format(from);
}
