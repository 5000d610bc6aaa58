import { randomUUID } from 'node:crypto';
import { toldMessage } from '#shared/contract/answers.ts';
import type { EngineEvent, EventFrame, NumberedEvent } from '#shared/contract/events.ts';

/** Carries what happened to the console's windows. */
export interface WindowEvents {
  /**
   * Says hello at once, then the events of each turn as one frame; returns how to stop.
   * All windows get the same frame, so that a transport that writes it as text does so once. `onFrame` must not throw.
   */
  readonly subscribe: (windowId: string, onFrame: (frame: EventFrame) => void) => () => void;
}

function toldEvent(event: EngineEvent): EngineEvent {
  if (event.name !== 'message.added') return event;
  return { ...event, data: { ...event.data, message: toldMessage(event.data.message) } };
}

/** Numbers all events, heard or not; none is kept while there is no window. */
export function createWindowEvents(onEvery: (listener: (event: EngineEvent) => void) => void): WindowEvents {
  const boot = randomUUID();
  const windows = new Map<string, { readonly since: number; readonly onFrame: (frame: EventFrame) => void }>();
  let seq = 0;
  let waiting: NumberedEvent[] = [];

  const flush = (): void => {
    const events = waiting;
    waiting = [];
    const first = events[0]?.seq ?? 0;
    for (const { since, onFrame } of windows.values()) {
      if (since < first) onFrame(events);
      // It was opened in this turn.
      else if (since < seq) onFrame(events.filter((event) => event.seq > since));
    }
  };
  onEvery((event) => {
    seq += 1;
    if (windows.size === 0) return;
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ seq, ...toldEvent(event) });
  });
  return {
    subscribe: (windowId, onFrame) => {
      windows.set(windowId, { since: seq, onFrame });
      onFrame([{ name: 'hello', boot, seq, windowId }]);
      return () => void windows.delete(windowId);
    },
  };
}
