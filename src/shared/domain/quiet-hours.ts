import { tzOffset } from '@date-fns/tz';
import type { Presence, QuietHours } from './entities.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Checks the quiet hours at an instant (milliseconds, wall clock). */
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
  for (let instant = at; instant < at + limit; instant = (Math.floor(instant / MINUTE) + 1) * MINUTE)
    if (isQuiet(quiet, instant)) return instant - at;
  return Infinity;
}

interface Opening {
  readonly open: boolean;
  /** time of the next opening or closing; undefined: not within a year */
  readonly changesAt?: number | undefined;
}

interface OpenHours {
  readonly installation: Opening;
  readonly channels: readonly Opening[];
}

interface Called {
  readonly presence: Presence;
  readonly quietHours?: QuietHours | undefined;
}

/** Lists what is open: channels, or the installation while it has none. */
export function openOnes({ installation, channels }: OpenHours): readonly Opening[] {
  return (channels.length === 0 ? [installation] : channels).filter(({ open }) => open);
}

/** True while nothing may call this operator: in their quiet hours, and while they are away and nothing is open. */
export function isHeld({ presence, quietHours }: Called, hours: OpenHours, at: number): boolean {
  return isQuiet(quietHours, at) || (presence === 'away' && openOnes(hours).length === 0);
}

/**
 * Milliseconds from an instant until nothing may call this operator any more; 0: already. Quiet hours count if they
 * begin within `limit`. Of opening hours, only the places that are open count, not those that open before these close.
 */
export function timeUntilHeld(operator: Called, hours: OpenHours, at: number, limit: number): number {
  if (isHeld(operator, hours, at)) return 0;
  const quiet = timeUntilQuiet(operator.quietHours, at, limit);
  if (operator.presence === 'online') return quiet;
  return Math.min(quiet, Math.max(...openOnes(hours).map(({ changesAt = Infinity }) => changesAt - at)));
}
