import type { App, Event, PowerMonitor } from 'electron';

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
