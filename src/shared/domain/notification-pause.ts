/** The hour, on this computer's clock, at which "until tomorrow" ends: not during the night. */
const MORNING = 8;
const HOUR = 60 * 60_000;

/** Computes the end of a pause of the notifications that begins now. Times are milliseconds since 1970. */
export function pauseEnd(lasts: 'hour' | 'tomorrow', now: number): number {
  if (lasts === 'hour') return now + HOUR;
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1, MORNING).getTime();
}
