import { tz, type TZDate, tzOffset } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addHours } from 'date-fns/addHours';
import { startOfDay } from 'date-fns/startOfDay';
import { subDays } from 'date-fns/subDays';

/** Milliseconds since 1970; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface ReportSpan extends Span {
  readonly before: Span;
  /** start of each hour of today, or of each day of a longer span */
  readonly steps: readonly number[];
}

/** The last `days` days of a time zone up to now, and the same number before them up to the same time of day. */
export function reportSpan(days: ReportDays, timeZone: string, now: number): ReportSpan {
  const zone = { in: tz(timeZone) };
  const to = now + 1;
  const today = startOfDay(now, zone);
  const first = subDays(today, days - 1, zone);
  const tomorrow = addDays(today, 1, zone);
  const steps: number[] = [];
  const next =
    days === 1
      ? (at: TZDate): TZDate => addHours(at, 1, zone)
      : (at: TZDate): TZDate => startOfDay(addDays(at, 1, zone), zone);
  for (let at = first; at < tomorrow; at = next(at)) steps.push(at.getTime());
  const before = { from: subDays(first, days, zone).getTime(), to: subDays(to, days, zone).getTime() };
  return { from: first.getTime(), to, before, steps };
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

/** Numbers of days a report can cover; the last day is today. */
export const REPORT_DAYS = [1, 7, 30, 90] as const;
export type ReportDays = (typeof REPORT_DAYS)[number];
