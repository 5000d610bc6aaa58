import type { Logger } from 'pino';
import type { Emit, EngineEvent, EventName, Events } from '#shared/contract/events.ts';

/** Tells the parts of this process what happened. */
export interface Bus {
  /** returns when everybody has heard of it; what a listener causes is told after it */
  readonly emit: Emit;
  /** hears of one kind of event; returns how to stop */
  readonly on: <N extends EventName>(name: N, listener: (data: Events[N]) => void) => () => void;
  /** hears of all, in the order in which they happened; returns how to stop */
  readonly onEvery: (listener: (event: EngineEvent) => void) => () => void;
}

/** A listener that fails takes nothing from the others, nor from who told: it is logged. */
export function createBus(log: Pick<Logger, 'error'>): Bus {
  const listeners = new Set<(event: EngineEvent) => void>();
  const untold: EngineEvent[] = [];

  const tell = (event: EngineEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: event.name }, 'a part of the program failed over what it was told');
      }
    }
  };
  const onEvery: Bus['onEvery'] = (listener) => {
    // One of its own, so that who listens twice stops only once.
    const hear = (event: EngineEvent): void => listener(event);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  };
  return {
    emit: (name, data) => {
      untold.push({ name, data } as EngineEvent);
      if (untold.length > 1) return;
      for (let next = untold[0]; next !== undefined; next = untold[0]) {
        tell(next);
        untold.shift();
      }
    },
    on: (name, listener) =>
      onEvery((event) => {
        if (event.name === name) listener(event.data as Events[typeof name]);
      }),
    onEvery,
  };
}
