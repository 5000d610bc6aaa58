import { randomUUID } from 'node:crypto';
import { toldMessage } from '#shared/contract/answers.ts';
import type { EngineEvent, Hello, NumberedEvent } from '#shared/contract/events.ts';

/** Carries what happened to the console's windows, as text. */
export interface WindowEvents {
  /**
   * Says hello at once, then the events of each turn as one frame; returns how to stop.
   * A frame is the JSON text of an EventFrame. `onFrame` must not throw.
   */
  readonly subscribe: (windowId: string, onFrame: (frame: string) => void) => () => void;
}

function toldEvent(event: EngineEvent): EngineEvent {
  if (event.name !== 'message.added') return event;
  return { ...event, data: { ...event.data, message: toldMessage(event.data.message) } };
}

/** Numbers all events, heard or not. They are written once for all windows, and not at all while there are none. */
export function createWindowEvents(onEvery: (listener: (event: EngineEvent) => void) => void): WindowEvents {
  const boot = randomUUID();
  const windows = new Map<string, { readonly since: number; readonly onFrame: (frame: string) => void }>();
  let seq = 0;
  let waiting: NumberedEvent[] = [];

  const flush = (): void => {
    const events = waiting;
    waiting = [];
    const first = events[0]?.seq ?? 0;
    let whole: string | undefined;
    for (const { since, onFrame } of windows.values()) {
      if (since < first) onFrame((whole ??= JSON.stringify(events)));
      // It was opened in this turn.
      else if (since < seq) onFrame(JSON.stringify(events.filter((event) => event.seq > since)));
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
      onFrame(JSON.stringify([{ name: 'hello', boot, seq, windowId } satisfies Hello]));
      return () => void windows.delete(windowId);
    },
  };
}
