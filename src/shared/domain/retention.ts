import { tz } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { setHours } from 'date-fns/setHours';
import { startOfDay } from 'date-fns/startOfDay';
import { subMonths } from 'date-fns/subMonths';

/** The hour of a night at which old chats are erased: after the scheduled backup. */
const HOUR = 4;

/** The first night after an instant, by the clock of a time zone; milliseconds since 1970. */
export function nextNight(after: number, timeZone: string): number {
  const zone = { in: tz(timeZone) };
  const nightOf = (day: number | Date): number => setHours(startOfDay(day, zone), HOUR, zone).getTime();
  const tonight = nightOf(after);
  return tonight > after ? tonight : nightOf(addDays(after, 1, zone));
}

/** Milliseconds that this many months of a calendar have taken up to now. */
export function monthsBefore(now: number, months: number, timeZone: string): number {
  return now - subMonths(now, months, { in: tz(timeZone) }).getTime();
}
