import { randomUUID } from 'node:crypto';
import type { EngineEvent, EventFrame, NumberedEvent } from '#shared/contract/events.ts';

/** Numbers what happened and tells every console window. */
export interface EventHub {
  readonly emit: (event: EngineEvent) => void;
  /** says hello at once, then every event from now on; returns how to stop */
  readonly subscribe: (onEvents: (frame: EventFrame) => void) => () => void;
}

/** Events of one turn travel together. A subscriber must not throw. */
export function createEventHub(): EventHub {
  const boot = randomUUID();
  const subscribers = new Map<symbol, { readonly since: number; readonly onEvents: (frame: EventFrame) => void }>();
  let seq = 0;
  let waiting: NumberedEvent[] = [];

  const flush = (): void => {
    const frame = waiting;
    waiting = [];
    for (const { since, onEvents } of subscribers.values()) {
      const news = (frame[0]?.seq ?? 0) > since ? frame : frame.filter((event) => event.seq > since);
      if (news.length > 0) onEvents(news);
    }
  };
  return {
    emit: (event) => {
      seq += 1;
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ ...event, seq });
    },
    subscribe: (onEvents) => {
      const key = Symbol('subscriber');
      subscribers.set(key, { since: seq, onEvents });
      onEvents([{ name: 'hello', boot, seq }]);
      return () => void subscribers.delete(key);
    },
  };
}
