import { opening } from '#shared/words/en/opening.ts';
import { speech, wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('opening', opening);

const DAY = 24 * 60 * 60_000;

/** How it stands with working hours; as the engine says it. */
export interface OpenState {
  readonly open: boolean;
  readonly holiday?: string | undefined;
  /** milliseconds since 1970 */
  readonly changesAt?: number | undefined;
  readonly zone: string;
}

const words = {
  open: say('open'),
  openUntil: (time: string) => say('openUntil', { time }),
  closed: say('closed'),
  closedUntil: (time: string) => say('closedUntil', { time }),
  holiday: (name: string) => say('holiday', { name }),
  holidayUntil: (name: string, time: string) => say('holidayUntil', { name, time }),
} as const;

/** "Closed now: opens Monday 09:00", on the clock of the hours' own time zone. */
export function openingWords({ open, holiday, changesAt, zone }: OpenState, now: number): string {
  const time = changesAt === undefined ? undefined : turnWords(changesAt, now, zone);
  if (open) return time === undefined ? words.open : words.openUntil(time);
  if (holiday !== undefined) return time === undefined ? words.holiday(holiday) : words.holidayUntil(holiday, time);
  return time === undefined ? words.closed : words.closedUntil(time);
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
    new Intl.DateTimeFormat(speech.locale(), { ...options, timeZone: zone }).format(at);
  return isToday ? format(clock) : say('dayAndTime', { day: format(day), time: format(clock) });
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
