import type { App } from 'electron';

/** Quits in order on a signal. Call it once; whoever else listens for one goes on hearing it. */
export function quitOnSignals(app: Pick<App, 'quit'>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
