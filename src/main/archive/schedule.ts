import type { BackupSettings } from '#shared/contract/archive.ts';

const DAY_MINUTES = 24 * 60;

/**
 * When it is the schedule's turn again: the first such time of the computer's own clock after the last turn, or after
 * the schedule was set. It may have passed meanwhile. undefined: never. Where a clock goes forward over the time, it is
 * the moment after.
 */
export function nextTurn({ every, time, weekday, since, last }: BackupSettings): number | undefined {
  if (every === 'never') return undefined;
  const after = Math.max(since, last?.at ?? 0);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const begun = new Date(after);
  for (let days = 0; days <= 8; days += 1) {
    const turn = new Date(begun.getFullYear(), begun.getMonth(), begun.getDate() + days, hour, minute);
    if (turn.getTime() > after && (every === 'day' || turn.getDay() === weekday)) return turn.getTime();
  }
  return after + 7 * DAY_MINUTES * 60_000;
}
