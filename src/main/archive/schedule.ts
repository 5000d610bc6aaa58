import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { BackupSettings } from '#shared/contract/archive.ts';
import type { Phrase } from '#shared/locales/phrase.ts';

/** Milliseconds after the start before a missed backup runs, so that it does not slow the start. */
const AFTER_START = 2 * 60_000;
/** Checked this often because the wall clock can be set and the computer can sleep. */
const LOOK = 10 * 60_000;
/** Milliseconds until a retry when another job is running. */
const BUSY = 60_000;

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
    cancelTimer = clock.after(delay, look);
  };
  const look = (): void => {
    if (running) return;
    const turn = nextTurn(settings.current().backups);
    if (turn === undefined) return cancelTimer();
    const early = Math.max(turn - clock.wall(), startedAt + AFTER_START - clock.monotonic());
    if (early > 0) return wait(Math.min(early, LOOK));
    running = true;
    void take(turn).finally(() => {
      running = false;
    });
  };
  const take = async (turn: number): Promise<void> => {
    const came = await run();
    if (came === 'stopped') return;
    if (came === 'busy') return wait(BUSY);
    const last = { at: Math.max(turn, clock.wall()), ...came };
    await settings
      .write('changeSettings', { backups: { last } })
      .catch((error: unknown) => log.warn({ err: error }, 'the last scheduled backup could not be noted'));
    wait(BUSY);
  };
  look();
  return {
    /** recalculates the next time after a change of the settings */
    reset: look,
    stop: (): void => cancelTimer(),
  };
}

const DAY_MINUTES = 24 * 60;

/**
 * When the next backup is due: the first such local time after the last one or after the schedule was set; it may be in
 * the past. undefined: never. A time skipped by a clock change counts as the moment after the change.
 */
export function nextTurn({ every, time, weekday, since, last }: Omit<BackupSettings, 'folder'>): number | undefined {
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
