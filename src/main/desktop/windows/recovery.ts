import type { App, WebContents } from 'electron';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';

/** Limit on automatic reloads of a window, after which somebody is asked. */
const RELOAD_LIMIT = { times: 3, within: 60_000 } as const;
/** Milliseconds an unresponsive page gets to recover. */
const HANG_TIMEOUT = 10_000;

export interface RecoveryOptions {
  readonly app: Pick<App, 'on'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** a window keeps failing; `tryAgain` reloads it once more */
  readonly onUnrecoverable: (tryAgain: () => void) => void;
}

/**
 * Reloads the page of a window that crashed or hangs, at the same place; the engine is not affected. Call it before the
 * first window opens.
 */
export function recoverPages({ app, log, clock, onUnrecoverable }: RecoveryOptions): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn({ type, reason, exitCode }, 'a process of the app ended');
  });
  app.on('web-contents-created', (_event, contents) => recoverPage(contents, { log, clock, onUnrecoverable }));
}

function recoverPage(contents: WebContents, { log, clock, onUnrecoverable }: Omit<RecoveryOptions, 'app'>): void {
  let mayComeBack = createReloadLimit(clock);
  let cancelTimeout = (): void => undefined;

  const reload = (): void => {
    if (!contents.isDestroyed()) contents.reload();
  };
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    cancelTimeout();
    const again = mayComeBack();
    log.error({ reason, exitCode, again }, 'the page of a window ended');
    // Reloading within the event would reach the dying process.
    if (again) setImmediate(reload);
    else
      onUnrecoverable(() => {
        mayComeBack = createReloadLimit(clock);
        reload();
      });
  });
  contents.on('unresponsive', () => {
    log.warn('a window does not answer');
    cancelTimeout();
    cancelTimeout = clock.after(HANG_TIMEOUT, () => {
      if (!contents.isDestroyed()) contents.forcefullyCrashRenderer();
    });
  });
  contents.on('responsive', () => cancelTimeout());
  contents.once('destroyed', () => cancelTimeout());
}

/** Returns a function that allows three attempts a minute. */
function createReloadLimit(clock: Clock): () => boolean {
  let times: readonly number[] = [];
  return () => {
    const now = clock.monotonic();
    times = times.filter((time) => now - time < RELOAD_LIMIT.within);
    if (times.length >= RELOAD_LIMIT.times) return false;
    times = [...times, now];
    return true;
  };
}
