import { randomUUID } from 'node:crypto';
import type { EngineEvent, EventName, Hello } from '#shared/contract/events.ts';

/** Numbers what happened and tells every console window. */
export interface EventHub {
  readonly emit: (event: EngineEvent) => void;
  /** an event whose data is JSON text already */
  readonly emitWritten: (name: EventName, data: string) => void;
  /**
   * Says hello at once, then the events of each turn as one frame; returns how to stop.
   * A frame is the JSON text of an EventFrame, written once for all but for the hello, which says `windowId`. A subscriber must not throw.
   */
  readonly subscribe: (windowId: string, onFrame: (frame: string) => void) => () => void;
}

interface Written {
  readonly seq: number;
  readonly text: string;
}

export function createEventHub(): EventHub {
  const boot = randomUUID();
  const subscribers = new Map<string, { readonly since: number; readonly onFrame: (frame: string) => void }>();
  let seq = 0;
  let waiting: Written[] = [];

  const flush = (): void => {
    const events = waiting;
    waiting = [];
    const whole = frameOf(events);
    for (const { since, onFrame } of subscribers.values()) {
      if ((events[0]?.seq ?? 0) > since) onFrame(whole);
      else {
        const news = events.filter((event) => event.seq > since);
        if (news.length > 0) onFrame(frameOf(news));
      }
    }
  };
  const emitWritten = (name: EventName, data: string): void => {
    seq += 1;
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ seq, text: `{"seq":${seq},"name":"${name}","data":${data}}` });
  };
  return {
    emit: ({ name, data }) => emitWritten(name, JSON.stringify(data)),
    emitWritten,
    subscribe: (windowId, onFrame) => {
      subscribers.set(windowId, { since: seq, onFrame });
      onFrame(JSON.stringify([{ name: 'hello', boot, seq, windowId } satisfies Hello]));
      return () => void subscribers.delete(windowId);
    },
  };
}

function frameOf(events: readonly Written[]): string {
  return `[${events.map(({ text }) => text).join(',')}]`;
}
