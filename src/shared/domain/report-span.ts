import { tz, type TZDate, tzOffset } from '@date-fns/tz';
import { addDays, addHours, startOfDay, subDays } from 'date-fns';
import type { ReportDays } from './report-days.ts';

/** Milliseconds since 1970; `to` is the first that does not belong. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ReportSpan extends Span {
  readonly before: Span;
  /** where each hour of today, or each day of more, begins */
  readonly steps: readonly number[];
}

/** The last `days` days of a time zone up to now, and as many before them up to the same time of day. */
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

/** Weekday, from Monday = 0, and hour of a moment. Asked for many moments; the zone is looked up for few of them. */
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
    // Only where the clocks change on the day, it matters when.
    const local = new Date(at + (offset === offsetOf(start + DAY) ? offset : offsetOf(at)));
    return { weekday: (local.getUTCDay() + 6) % 7, hour: local.getUTCHours() };
  };
}
