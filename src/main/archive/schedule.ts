import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { BackupSettings } from '#shared/contract/archive.ts';
import type { Phrase } from '#shared/locales/phrase.ts';

/** Milliseconds after the start before a missed backup runs, so that it does not slow the start. */
const START_DELAY = 2 * 60_000;
/** Checked this often because the wall clock can be set and the computer can sleep. */
const CHECK_INTERVAL = 10 * 60_000;
/** Milliseconds until a retry when another job is running. */
const BUSY_DELAY = 60_000;

/** Makes scheduled backups. `run` resolves to whether it could start, and what failed. */
export function startSchedule({
  settings,
  clock,
  log,
  run,
}: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly run: () => Promise<'busy' | 'stopped' | { readonly problem?: Phrase }>;
}) {
  const startedAt = clock.monotonic();
  let cancelTimer = (): void => undefined;
  let running = false;

  const wait = (delay: number): void => {
    cancelTimer();
    cancelTimer = clock.after(delay, check);
  };
  const check = (): void => {
    if (running) return;
    const dueAt = nextBackupTime(settings.current().backups);
    if (dueAt === undefined) return cancelTimer();
    const early = Math.max(dueAt - clock.wall(), startedAt + START_DELAY - clock.monotonic());
    if (early > 0) return wait(Math.min(early, CHECK_INTERVAL));
    running = true;
    void runBackup(dueAt).finally(() => {
      running = false;
    });
  };
  const runBackup = async (dueAt: number): Promise<void> => {
    const outcome = await run();
    if (outcome === 'stopped') return;
    if (outcome === 'busy') return wait(BUSY_DELAY);
    const last = { at: Math.max(dueAt, clock.wall()), ...outcome };
    await settings
      .write('changeSettings', { backups: { last } })
      .catch((error: unknown) => log.warn({ err: error }, 'the last scheduled backup could not be noted'));
    wait(BUSY_DELAY);
  };
  check();
  return {
    /** recalculates the next time after a change of the settings */
    reset: check,
    stop: (): void => cancelTimer(),
  };
}

const DAY_MINUTES = 24 * 60;

/**
 * When the next backup is due: the first such local time after the last one or after the schedule was set; it may be in
 * the past. undefined: never. A time skipped by a clock change counts as the moment after the change.
 */
export function nextBackupTime({
  every,
  time,
  weekday,
  since,
  last,
}: Omit<BackupSettings, 'folder'>): number | undefined {
  if (every === 'never') return undefined;
  const after = Math.max(since, last?.at ?? 0);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const begun = new Date(after);
  for (let days = 0; days <= 8; days += 1) {
    const dueAt = new Date(begun.getFullYear(), begun.getMonth(), begun.getDate() + days, hour, minute);
    if (dueAt.getTime() > after && (every === 'day' || dueAt.getDay() === weekday)) return dueAt.getTime();
  }
  return after + 7 * DAY_MINUTES * 60_000;
}
