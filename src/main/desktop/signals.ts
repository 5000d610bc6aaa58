import type { App } from 'electron';

/** Quits in order on a signal. The settings file's writer raises each a second time, which would cut that short: its listeners go. */
export function quitOnSignals(app: Pick<App, 'quit'>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => app.quit());
  }
}
