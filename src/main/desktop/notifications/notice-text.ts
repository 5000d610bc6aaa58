import { excerpt } from '#shared/domain/message.ts';
import { createCallTexts } from '#shared/locales/call-texts.ts';
import { dateText } from '#shared/locales/dates.ts';
import { i18n, locale, t } from '../texts.ts';

export const { customerName, callText, messagePreview } = createCallTexts({ i18n, locale }, (message) =>
  excerpt(message, message.text?.length),
);

/** Hours and minutes in the locale's form: 14:05 or 2:05 pm. */
export function formatClock(at: number): string {
  return dateText('clock', at, locale());
}

/** Formats the time when something began: 14:05, or 3 Nov 14:05. Both times are wall clock. */
export function formatSince(at: number, now: number): string {
  if (new Date(at).toDateString() === new Date(now).toDateString()) return formatClock(at);
  return t('desktop:reach.dayAndTime', {
    day: dateText('shortDay', at, locale()),
    time: formatClock(at),
  });
}
