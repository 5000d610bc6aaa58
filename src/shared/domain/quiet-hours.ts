import { tzOffset } from '@date-fns/tz';
import type { Presence, QuietHours } from './entities.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Whether it is quiet at an instant (milliseconds, wall clock). */
export function isQuiet(quiet: QuietHours | undefined, at: number): boolean {
  if (quiet === undefined) return false;
  const { from, to } = quiet;
  const local = at + tzOffset(quiet.zone, new Date(at)) * MINUTE;
  const now = Math.floor((local % DAY) / MINUTE);
  return from < to ? from <= now && now < to : now >= from || now < to;
}

/** Milliseconds from an instant until it is quiet, if that is within `limit` of it; otherwise Infinity. */
export function timeUntilQuiet(quiet: QuietHours | undefined, at: number, limit: number): number {
  if (quiet === undefined) return Infinity;
  // Minute by minute, because the clock of the zone may be put forward meanwhile.
  for (let then = at; then < at + limit; then = (Math.floor(then / MINUTE) + 1) * MINUTE)
    if (isQuiet(quiet, then)) return then - at;
  return Infinity;
}

interface OpenHours {
  readonly installation: { readonly open: boolean };
  readonly channels: readonly { readonly open: boolean }[];
}

/** Whether nothing may call this operator now: in their quiet hours, and while they are away and nothing is open. */
export function isHeld(
  operator: { readonly presence: Presence; readonly quietHours?: QuietHours | undefined },
  { installation, channels }: OpenHours,
  at: number,
): boolean {
  if (isQuiet(operator.quietHours, at)) return true;
  if (operator.presence === 'online') return false;
  return channels.length === 0 ? !installation.open : !channels.some(({ open }) => open);
}
