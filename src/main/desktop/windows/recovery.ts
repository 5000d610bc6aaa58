import type { App, WebContents } from 'electron';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';

/** How often a window is reloaded automatically before somebody is asked. */
const BOUND = { times: 3, within: 60_000 } as const;
/** Milliseconds an unresponsive page gets to recover. */
const PATIENCE = 10_000;

export interface RecoveryOptions {
  readonly app: Pick<App, 'on' | 'off'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** a window keeps failing; `tryAgain` reloads it once more */
  readonly onHopeless: (contents: WebContents, tryAgain: () => void) => void;
}

/**
 * Reloads the page of a window that crashed or hangs, at the same place; the engine is not affected. Call it before the
 * first window opens.
 */
export function recoverPages({ app, log, clock, onHopeless }: RecoveryOptions): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn({ type, reason, exitCode }, 'a process of the app ended');
  });
  app.on('web-contents-created', (_event, contents) => recoverPage(contents, { log, clock, onHopeless }));
}

function recoverPage(contents: WebContents, { log, clock, onHopeless }: Omit<RecoveryOptions, 'app'>): void {
  let mayComeBack = createBound(clock);
  let giveUpWaiting = (): void => undefined;

  const reload = (): void => {
    if (!contents.isDestroyed()) contents.reload();
  };
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    giveUpWaiting();
    const again = mayComeBack();
    log.error({ reason, exitCode, again }, 'the page of a window ended');
    // Reloading within the event would reach the dying process.
    if (again) setImmediate(reload);
    else
      onHopeless(contents, () => {
        mayComeBack = createBound(clock);
        reload();
      });
  });
  contents.on('unresponsive', () => {
    log.warn('a window does not answer');
    giveUpWaiting();
    giveUpWaiting = clock.after(PATIENCE, () => {
      if (!contents.isDestroyed()) contents.forcefullyCrashRenderer();
    });
  });
  contents.on('responsive', () => giveUpWaiting());
  contents.once('destroyed', () => giveUpWaiting());
}

/** Whether another attempt is allowed: three a minute. */
function createBound(clock: Clock): () => boolean {
  let times: readonly number[] = [];
  return () => {
    const now = clock.monotonic();
    times = times.filter((time) => now - time < BOUND.within);
    if (times.length >= BOUND.times) return false;
    times = [...times, now];
    return true;
  };
}
