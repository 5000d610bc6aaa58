import type { App, Event, PowerMonitor } from 'electron';

/** Quits in order on a signal. Call it once; whoever else listens for one goes on hearing it. */
export function quitOnSignals(app: Pick<App, 'quit'>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/**
 * Quits in order when the computer is shut down or its user leaves. Windows says so to windows alone, and only once
 * nobody can call it off any more; the others to the power monitor, which holds the shutdown up that long.
 */
export function quitWithSession(app: Pick<App, 'on' | 'quit'>, power: Pick<PowerMonitor, 'on'>): void {
  power.on('shutdown', (event?: Event) => {
    event?.preventDefault();
    app.quit();
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', () => app.quit());
  });
}

/** The owner was told what keeps the app from starting, and chose to quit. */
export class StartGivenUp extends Error {
  override readonly name = 'StartGivenUp';
}
