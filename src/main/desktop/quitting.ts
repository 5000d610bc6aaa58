import type { App, Event, PowerMonitor } from 'electron';

/** Quits in order on a signal. Call it once; other listeners still get the signal. */
export function quitOnSignals(app: Pick<App, 'quit'>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/**
 * Quits in order when the computer shuts down or its user signs out. Windows notifies only windows, once it can no
 * longer be cancelled; other systems notify the power monitor, which delays the shutdown until then.
 */
export function quitWithSession(app: Pick<App, 'on'>, power: Pick<PowerMonitor, 'on'>, quit: () => void): void {
  power.on('shutdown', (event?: Event) => {
    event?.preventDefault();
    quit();
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', quit);
  });
}

/** The owner was told why the app cannot start, and chose to quit. */
export class StartGivenUp extends Error {
  override readonly name = 'StartGivenUp';
}

/**
 * Tracks whether the app is quitting. A user who quits may be asked first (`guard`: whether they may); the system,
 * which uses `quitNow`, is not held up by a question.
 */
export function watchQuitting(app: Pick<App, 'on' | 'quit'>) {
  let mayQuit = (): boolean | Promise<boolean> => true;
  let isForced = false;
  let isQuitting = false;
  const quitNow = (): void => {
    isForced = true;
    app.quit();
  };
  app.on('before-quit', (event) => {
    const may = isForced || isQuitting || mayQuit();
    isQuitting = may === true;
    if (isQuitting) return;
    event.preventDefault();
    void Promise.resolve(may).then((decided) => {
      if (decided) quitNow();
    });
  });
  return {
    isQuitting: (): boolean => isQuitting,
    quitNow,
    guard: (asks: typeof mayQuit): void => {
      mayQuit = asks;
    },
  };
}

/** Goes on at once if what comes before is decided already. */
export function whenDecided<T, U>(decided: T | Promise<T>, next: (decided: T) => U | Promise<U>): U | Promise<U> {
  return decided instanceof Promise ? decided.then(next) : next(decided);
}
