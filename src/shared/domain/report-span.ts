import { tz, tzOffset } from '@date-fns/tz';
import { subDays } from 'date-fns/subDays';

/** Milliseconds since 1970; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface ReportSpan extends Span {
  readonly before: Span;
  /** start of each hour of a single day, or of each day of a longer span */
  readonly steps: readonly number[];
}

/** These days of a time zone, up to now at most, and the same number before them up to the same time of day. */
export function reportSpan(days: ReportDays, timeZone: string, now: number): ReportSpan {
  const zone = { in: tz(timeZone) };
  const { begins, dayOf } = daysOf(timeZone);
  let today = dayOf(now);
  if (begins(today + 1) <= now) today += 1;
  const last = typeof days === 'number' ? today : Math.min(today, Date.parse(days.last) / DAY);
  const count = typeof days === 'number' ? days : Math.max(1, last + 1 - Date.parse(days.first) / DAY);
  // A zone that crossed the date line has skipped a day: then the same instant begins two.
  const starts: number[] = [];
  for (let day = last; starts.length < 2 * count; day -= 1) if (starts.at(-1) !== begins(day)) starts.push(begins(day));
  starts.reverse();
  const [from = now, before = now] = [starts[count], starts[0]];
  const steps = starts.slice(count);
  const end = begins(last + 1);
  const to = Math.min(now + 1, end);
  if (count === 1) for (let at = from + HOUR; at < end; at += HOUR) steps.push(at);
  const same = subDays(to, Math.round((from - before) / DAY), zone).getTime();
  return { from, to, before: { from: before, to: Math.min(Math.max(same, before + 1), from) }, steps };
}

const HOUR = 3_600_000;

/** Days of a time zone, numbered since 1970 by its calendar. */
function daysOf(timeZone: string) {
  const offsets = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const offset = offsets.get(at) ?? tzOffset(timeZone, new Date(at)) * 60_000;
    offsets.set(at, offset);
    return offset;
  };
  const dayOf = (at: number): number => Math.floor((at + offsetAt(at)) / DAY);
  /** the first instant of a day, or of the next one if the zone has skipped it; its midnight may be missing, or come twice */
  const begins = (day: number): number => {
    const midnight = day * DAY;
    let [early, late] = [midnight - 1.5 * DAY, midnight + 1.5 * DAY];
    const [before, after] = [offsetAt(early), offsetAt(late)];
    const expected = midnight - before;
    if (before === after) return expected;
    // When the clocks are changed.
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offsetAt(middle) === before) early = middle;
      else late = middle;
    }
    return expected < late ? expected : Math.max(late, midnight - after);
  };
  return { begins, dayOf };
}

const DAY = 86_400_000;

/** Weekday (Monday = 0) and hour of an instant. Called often; the time zone is looked up for few of the instants. */
export function weekHours(timeZone: string): (at: number) => { readonly weekday: number; readonly hour: number } {
  const offsets = new Map<number, number>();
  /** milliseconds */
  const offsetOf = (at: number): number => {
    const known = offsets.get(at);
    if (known !== undefined) return known;
    const offset = tzOffset(timeZone, new Date(at)) * 60_000;
    offsets.set(at, offset);
    return offset;
  };
  return (at) => {
    const start = Math.floor(at / DAY) * DAY;
    const offset = offsetOf(start);
    // The time of day matters only on days with a clock change.
    const local = new Date(at + (offset === offsetOf(start + DAY) ? offset : offsetOf(at)));
    return { weekday: (local.getUTCDay() + 6) % 7, hour: local.getUTCHours() };
  };
}

/** Numbers of days that a report is offered for; the last day is today. */
export const REPORT_DAYS = [1, 7, 30, 90] as const;

/** Days from one date to another, both included: `2026-11-01` */
export interface Dates {
  readonly first: string;
  readonly last: string;
}

/** The days of a report: how many up to today, or from one date to another. */
export type ReportDays = (typeof REPORT_DAYS)[number] | Dates;

/** Days that a report has at most. */
export const MOST_DAYS = 366;

/** Whether both dates are there, in their order, and no more than a report's most days. */
export function areDates({ first, last }: Dates): boolean {
  const days = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  return days >= 1 && days <= MOST_DAYS;
}
