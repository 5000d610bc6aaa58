import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Handlers } from './router.ts';

/** Faults that are logged within a minute, of all windows together; the others are counted. */
export const FAULTS_A_MINUTE = 20;

export interface FaultHandlerOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
}

/** Writes to the log what a window could not show, so that it stands in reports too. */
export function faultHandlers({ clock, log }: FaultHandlerOptions): Pick<Handlers, 'faults.report'> {
  let minute = { since: -Infinity, logged: 0 };
  let leftOut = 0;
  return {
    'faults.report': async ({ part, message, stack, components }) => {
      const now = clock.monotonic();
      if (now - minute.since >= 60_000) minute = { since: now, logged: 0 };
      if (minute.logged >= FAULTS_A_MINUTE) {
        leftOut += 1;
        return {};
      }
      minute.logged += 1;
      log.error(
        { part, fault: withoutQuotes(message), stack, components, ...(leftOut > 0 && { leftOut }) },
        'a window could not show something',
      );
      leftOut = 0;
      return {};
    },
  };
}

/** What an error quotes may be a customer's words. */
function withoutQuotes(message: string): string {
  return message.replaceAll(/"[^"]*"/g, '"…"');
}
