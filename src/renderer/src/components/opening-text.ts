import { i18n, locale } from '#renderer/language/i18n.ts';

const DAY = 24 * 60 * 60_000;

/** How it stands with working hours; as the engine says it. */
export interface OpenState {
  readonly open: boolean;
  readonly holiday?: string | undefined;
  /** milliseconds since 1970 */
  readonly changesAt?: number | undefined;
  readonly zone: string;
}

/** "Closed now: opens Monday 09:00", on the clock of the hours' own time zone. */
export function openingWords({ open, holiday, changesAt, zone }: OpenState, now: number): string {
  const time = changesAt === undefined ? undefined : turnWords(changesAt, now, zone);
  if (open) return time === undefined ? i18n.t('common:opening.open') : i18n.t('common:opening.openUntil', { time });
  if (holiday !== undefined)
    return time === undefined
      ? i18n.t('common:opening.holiday', { name: holiday })
      : i18n.t('common:opening.holidayUntil', { name: holiday, time });
  return time === undefined ? i18n.t('common:opening.closed') : i18n.t('common:opening.closedUntil', { time });
}

/** Today the hour alone, in this week the day too, later the date; with the zone where this device's clock shows something else. */
function turnWords(at: number, now: number, zone: string): string {
  const far = at - now > 6 * DAY;
  const isToday = dayIn(at, zone) === dayIn(now, zone);
  const day: Intl.DateTimeFormatOptions = isToday
    ? {}
    : far
      ? { weekday: 'long', day: 'numeric', month: 'long' }
      : { weekday: 'long' };
  const clock: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    ...(hourIn(at, zone) !== hourIn(at, undefined) && { timeZoneName: 'short' }),
  };
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale(), { ...options, timeZone: zone }).format(at);
  return isToday ? format(clock) : i18n.t('common:opening.dayAndTime', { day: format(day), time: format(clock) });
}

function dayIn(at: number, zone: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: zone }).format(at);
}

function hourIn(at: number, zone: string | undefined): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(zone !== undefined && { timeZone: zone }),
  }).format(at);
}
