import type { EngineEvent } from '#shared/contract/events.ts';

/** The events of the last moments, so that an answer that was under way can be brought up to date. */
export interface EventLog {
  readonly add: (event: EngineEvent) => void;
  /** the place in the log now */
  readonly mark: () => number;
  /** what came after a place; undefined where it is no longer kept */
  readonly since: (mark: number) => readonly EngineEvent[] | undefined;
}

/** Keeps the latest `limit` events. */
export function createEventLog(limit = 2000): EventLog {
  let events: EngineEvent[] = [];
  let dropped = 0;
  return {
    add: (event) => {
      events.push(event);
      if (events.length < limit * 2) return;
      dropped += events.length - limit;
      events = events.slice(-limit);
    },
    mark: () => dropped + events.length,
    since: (mark) => (mark < dropped ? undefined : events.slice(mark - dropped)),
  };
}
