import { addDays, isSameDay, nextMonday, startOfDay } from 'date-fns';
import { nextChange, opennessAt, type WorkingHours } from '#shared/domain/working-hours.ts';

const HOUR = 60 * 60_000;
const STEP = HOUR / 2;
/** If the shop is already open at the start of the day. */
const MORNING = 9 * HOUR;

/** A suggested time; milliseconds since the epoch. */
export interface LaterTime {
  readonly name: 'laterToday' | 'tomorrow' | 'monday' | 'opening';
  readonly at: number;
}

/** Suggested times for later: days are the viewer's, mornings the shop's. All are within opening hours. */
export function laterTimes(now: number, hours: WorkingHours): readonly LaterTime[] {
  const isOpen = (at: number): boolean => opennessAt(hours, at).open;
  const today = [3, 1]
    .map((ahead) => Math.ceil((now + ahead * HOUR) / STEP) * STEP)
    .find((at) => isSameDay(at, now) && isOpen(at));
  const tomorrow = morningOf(addDays(now, 1), hours);
  const monday = nextMonday(now);
  const mondays = isSameDay(monday, addDays(now, 1)) ? undefined : morningOf(monday, hours);
  const isNone = tomorrow === undefined && mondays === undefined;
  const opening = isNone ? nextOpening(now, hours) : undefined;
  const named = [
    { name: 'laterToday', at: today },
    { name: 'tomorrow', at: tomorrow },
    { name: 'monday', at: mondays },
    { name: 'opening', at: opening },
  ] as const;
  return named.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]));
}

/** When the shop opens on a day of the viewer's; undefined: not on that day. */
function morningOf(day: Date, hours: WorkingHours): number | undefined {
  const begin = startOfDay(day).getTime();
  if (opennessAt(hours, begin).open) return begin + MORNING;
  const opens = nextChange(hours, begin);
  return opens !== undefined && isSameDay(opens, begin) ? opens : undefined;
}

function nextOpening(now: number, hours: WorkingHours): number | undefined {
  const change = nextChange(hours, now);
  return change === undefined || opennessAt(hours, change).open ? change : nextChange(hours, change);
}
