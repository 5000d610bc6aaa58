import type { EngineContext } from '#main/store/store.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { faultRoutes } from '#shared/contract/setup.ts';

/** Faults logged per minute, for all windows together; the rest are only counted. */
export const MAX_FAULTS_PER_MINUTE = 20;

/** Logs what a window could not show, so that reports include it. */
export function createWindowFaults({ clock, log }: Pick<EngineContext, 'clock' | 'log'>) {
  let minute = { since: -Infinity, logged: 0 };
  let leftOut = 0;
  const calls = {
    'faults.report': async ({ part, message, stack, components }) => {
      const now = clock.monotonic();
      if (now - minute.since >= 60_000) minute = { since: now, logged: 0 };
      if (minute.logged >= MAX_FAULTS_PER_MINUTE) {
        leftOut += 1;
        return;
      }
      minute.logged += 1;
      // What an error quotes may be a customer's text.
      log.error(
        { part, fault: message.replaceAll(/"[^"]*"/g, '"…"'), stack, components, ...(leftOut > 0 && { leftOut }) },
        'a window could not show something',
      );
      leftOut = 0;
    },
  } satisfies CallsOf<typeof faultRoutes>;
  return { calls };
}
