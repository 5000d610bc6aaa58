import type { App, Event, PowerMonitor } from 'electron';

/** Quits in order on a signal. Call it once; whoever else listens for one goes on hearing it. */
export function quitOnSignals(app: Pick<App, 'quit'>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/**
 * Quits in order when the computer is shut down or its user leaves. Windows says so to windows alone, and only once
 * nobody can call it off any more; the others to the power monitor, which holds the shutdown up that long.
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

/** The owner was told what keeps the app from starting, and chose to quit. */
export class StartGivenUp extends Error {
  override readonly name = 'StartGivenUp';
}

/**
 * Whether the app is on its way out. A person who quits may be asked before (`guard`: whether they may); the system,
 * which ends it by `quitNow`, is kept waiting by no question.
 */
export function watchQuitting(app: Pick<App, 'on' | 'quit'>) {
  let mayQuit = (): true | Promise<boolean> => true;
  let isForced = false;
  let isQuitting = false;
  app.on('before-quit', (event) => {
    const may = isForced || isQuitting || mayQuit();
    isQuitting = may === true;
    if (may === true) return;
    event.preventDefault();
    void may.then((decided) => {
      if (!decided) return;
      isForced = true;
      app.quit();
    });
  });
  return {
    isQuitting: (): boolean => isQuitting,
    quitNow: (): void => {
      isForced = true;
      app.quit();
    },
    guard: (asks: () => true | Promise<boolean>): void => {
      mayQuit = asks;
    },
  };
}
