import { tzOffset } from '@date-fns/tz';
import { z } from 'zod';
import { enteredText, rule } from './phrase.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days ahead that are searched for a change: longer than any holiday of a year. */
const SEARCH_DAYS = 400;

/** Minutes since local midnight. */
export const minuteOfDay = z.int().min(0).max(1439);

/** 1440 is the end of the day. */
const span = z
  .object({ from: minuteOfDay, to: z.int().min(1).max(1440) })
  .refine(({ from, to }) => from < to, rule('errors:rules.span.order'));
export type HoursSpan = z.infer<typeof span>;

const spansOfDay = z
  .array(span)
  .max(12)
  .refine(
    (spans) => spans.every(({ from }, at) => at === 0 || from >= (spans[at - 1]?.to ?? 0)),
    rule('errors:rules.spans.order'),
  );

/** Days off: the first and the last, as calendar dates. Yearly ones ignore the year. */
export const holiday = z
  .object({
    name: enteredText(80, rule('errors:rules.name.needed')),
    from: z.iso.date(),
    to: z.iso.date(),
    yearly: z.boolean(),
  })
  .refine(({ from, to }) => from <= to, { message: rule('errors:rules.span.order'), path: ['to'] })
  .refine(({ from, to, yearly }) => !yearly || dayNumber(to) - dayNumber(from) < 365, {
    message: rule('errors:rules.holiday.year'),
    path: ['to'],
  });
export type Holiday = z.infer<typeof holiday>;

/** Hours in which customers can expect an answer. */
export const workingHours = z.object({
  /** always open; the other fields are kept for later */
  always: z.boolean(),
  /** IANA name, such as Europe/Berlin */
  zone: z.string().max(64).refine(isTimeZone, rule('errors:rules.zone.unknown')),
  /** Monday first */
  week: z.array(spansOfDay).length(7),
  holidays: z.array(holiday).max(200),
});
export type WorkingHours = z.infer<typeof workingHours>;

const nineToFive = [{ from: 9 * 60, to: 17 * 60 }];

/** The default until hours are set. */
export const ALWAYS_OPEN: WorkingHours = {
  always: true,
  zone: 'UTC',
  week: [nineToFive, nineToFive, nineToFive, nineToFive, nineToFive, [], []],
  holidays: [],
};

/** Open or closed; if closed for a holiday, with its name. */
export type Openness = { readonly open: true } | { readonly open: false; readonly holiday?: string };

/** The state at an instant (milliseconds, wall clock), by the clock and calendar of its time zone. */
export function opennessAt(hours: WorkingHours, at: number): Openness {
  if (hours.always) return { open: true };
  const local = at + offset(hours.zone, at);
  const day = Math.floor(local / DAY);
  const closed = holidayOn(hours.holidays, day);
  if (closed !== undefined) return { open: false, holiday: closed.name };
  const minute = (local - day * DAY) / MINUTE;
  return { open: spansOn(hours, day).some(({ from, to }) => from <= minute && minute < to) };
}

/** Finds the next opening or closing after an instant; undefined: not within a year. */
export function nextChange(hours: WorkingHours, at: number): number | undefined {
  if (hours.always) return undefined;
  const { open } = opennessAt(hours, at);
  const today = Math.floor((at + offset(hours.zone, at)) / DAY);
  let ahead = changesOn(hours, today - 1);
  for (let day = today; day <= today + SEARCH_DAYS; day += 1) {
    const next = changesOn(hours, day);
    // When clocks go back, a change of one day may come after one of the next.
    const found = [...ahead, ...next]
      .sort((a, b) => a - b)
      .find((turn) => turn > at && opennessAt(hours, turn).open !== open);
    if (found !== undefined) return found;
    ahead = next;
  }
  return undefined;
}

/** From an instant to another: milliseconds, wall clock. */
export type OpenSpan = readonly [from: number, to: number];

/** The next spans in which it is open, at most `most`, the one at `at` included; none if it is always open. */
export function openSpans(hours: WorkingHours, at: number, most: number): readonly OpenSpan[] {
  const spans: OpenSpan[] = [];
  for (let from = opennessAt(hours, at).open ? at : nextChange(hours, at); from !== undefined && spans.length < most;) {
    const to = nextChange(hours, from);
    if (to === undefined) break;
    spans.push([from, to]);
    from = nextChange(hours, to);
  }
  return spans;
}

/** Instants at which it may open or close on a local day (days since 1970): the ends of its spans, and clock changes. */
function changesOn(hours: WorkingHours, day: number): readonly number[] {
  const spans = spansOn(hours, day);
  if (spans.length === 0) return [];
  // Covers the whole day in every time zone.
  const [begin, end] = [day * DAY - 15 * HOUR, (day + 1) * DAY + 13 * HOUR];
  const [before, after] = [offset(hours.zone, begin), offset(hours.zone, end)];
  const turns = spans.flatMap(({ from, to }) => [from, to]).map((minute) => day * DAY + minute * MINUTE);
  if (before === after) return turns.map((turn) => turn - before);
  const isThatDay = (turn: number): boolean =>
    [turn, turn - 1].some((at) => Math.floor((at + offset(hours.zone, at)) / DAY) === day);
  return [...turns.flatMap((turn) => [turn - before, turn - after]), clockChange(hours.zone, begin, end)].filter(
    isThatDay,
  );
}

/** The instant of a clock change between two instants. */
function clockChange(zone: string, begin: number, end: number): number {
  const before = offset(zone, begin);
  let [low, high] = [begin, end];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function spansOn({ week }: WorkingHours, day: number): readonly HoursSpan[] {
  // 1 January 1970 was a Thursday.
  return week[(((day + 3) % 7) + 7) % 7] ?? [];
}

function holidayOn(holidays: readonly Holiday[], day: number): Holiday | undefined {
  if (holidays.length === 0) return undefined;
  const date = new Date(day * DAY).toISOString().slice(0, 10);
  return holidays.find(({ from, to, yearly }) =>
    yearly ? isInYear(date.slice(5), from.slice(5), to.slice(5)) : from <= date && date <= to,
  );
}

/** Month and day; a range may span the turn of the year. */
function isInYear(date: string, from: string, to: string): boolean {
  return from <= to ? from <= date && date <= to : date >= from || date <= to;
}

function dayNumber(date: string): number {
  return Date.parse(date) / DAY;
}

/** The offset of a time zone from UTC in milliseconds. */
function offset(zone: string, at: number): number {
  return tzOffset(zone, new Date(at)) * MINUTE;
}

/** Checks for the IANA name of a time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
