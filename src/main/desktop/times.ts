import { locale, t } from './speech.ts';

/** Hours and minutes: 14:05, or 2:05 pm where that is usual. */
export function clockWords(at: number): string {
  const { hour12 = false } = new Intl.DateTimeFormat(locale(), { hour: 'numeric' }).resolvedOptions();
  return new Intl.DateTimeFormat(locale(), { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' }).format(at);
}

/** Since when something is so: 14:05, or 3 Nov 14:05. Both are wall clock. */
export function sinceWords(at: number, now: number): string {
  const day = new Date(at);
  if (day.toDateString() === new Date(now).toDateString()) return clockWords(at);
  return t('desktop:reach.dayAndTime', {
    day: day.toLocaleDateString(locale(), { day: 'numeric', month: 'short' }),
    time: clockWords(at),
  });
}
