import type { Logger } from 'pino';
import { closeFaulty } from '#main/intake/fault-scope.ts';

/** Faults that are logged in full within a minute: somebody may cause as many as they like. */
const MAX_LOGGED = 20;
const MINUTE = 60_000;

export type FaultyProcess = Pick<NodeJS.Process, 'on' | 'off'>;

/**
 * The last net, for exceptions and rejections that nobody took: each is logged, the connection concerned is closed, and
 * everything else goes on. `onFault` may look whether it does. Returns how to stop.
 */
export function catchFaults(log: Logger, onFault: () => void, process: FaultyProcess = globalThis.process): () => void {
  let since = -Infinity;
  let count = 0;
  const onError = (error: unknown): void => {
    // Whatever is thrown in here would end the process.
    try {
      closeFaulty();
      if (performance.now() - since > MINUTE) [since, count] = [performance.now(), 0];
      count += 1;
      if (count <= MAX_LOGGED) log.error({ err: error }, 'uncaught error');
      else if (count === MAX_LOGGED + 1) log.error('more uncaught errors; those of the next minute are not logged');
      onFault();
    } catch {
      // The log itself fails.
    }
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  return () => {
    process.off('uncaughtException', onError);
    process.off('unhandledRejection', onError);
  };
}

/** Milliseconds after which an earlier loss of the engine counts no more. */
const FORGOTTEN = 5 * MINUTE;

/**
 * Milliseconds to wait before the engine is started again, by how long ago it was lost before: none at first, then
 * longer and longer, so that one that fails at once does not occupy the processor.
 */
export function createRestartPauses(monotonic: () => number): () => number {
  let losses: readonly number[] = [];
  return () => {
    const now = monotonic();
    losses = losses.filter((at) => now - at < FORGOTTEN);
    const pause = losses.length === 0 ? 0 : Math.min(MINUTE, 250 * 2 ** losses.length);
    losses = [...losses, now];
    return pause;
  };
}
