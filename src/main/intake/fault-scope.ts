import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';

interface Closable extends EventEmitter {
  readonly destroy: () => unknown;
}

/** The connection for which something runs. */
const scope = new AsyncLocalStorage<Closable | undefined>();

/** Runs something for a connection: what it starts, now or later, belongs to it. */
export const runFor = <T>(connection: Closable, run: () => T): T => scope.run(connection, run);

/** A listener of this connection or request that throws ends it, and is reported as uncaught; nothing else is affected. */
export function guardEvents(connection: Closable): void {
  connection.emit = emitGuarded;
}

/** One function for all. */
function emitGuarded(this: Closable, ...event: Parameters<EventEmitter['emit']>): boolean {
  return scope.run(this, () => {
    try {
      return EventEmitter.prototype.emit.apply(this, event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
      return true;
    }
  });
}

/** Closes the connection for which the code ran that is being reported as uncaught, if it is known. */
export function closeFaulty(): void {
  scope.getStore()?.destroy();
  // Node leaves it in place for whatever comes next.
  scope.enterWith(undefined);
}
