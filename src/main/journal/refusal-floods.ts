import type { Clock } from '#main/clock/clock.ts';
import type { NewJournalEntry } from '#main/store/journal.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Refusals of one kind written per minute; the rest are counted in one line at the end of the minute. */
const MAX_PER_MINUTE = 60;
const MINUTE = 60_000;

interface Kind {
  seen: number;
  /** the first one that was not written */
  unwritten: NewJournalEntry | undefined;
}

/** Keeps a flood of refused requests from filling the journal. `write` receives the summary lines. */
export function startRefusalFloods(clock: Clock, write: (entry: NewJournalEntry) => void) {
  let kinds = new Map<string, Kind>();
  let cancel: (() => void) | undefined;

  const endMinute = (): void => {
    cancel?.();
    cancel = undefined;
    const ended = kinds;
    kinds = new Map();
    for (const { seen, unwritten } of ended.values()) {
      if (unwritten === undefined) continue;
      const { kind, outcome, direction, status, channelId, botId } = unwritten;
      const more = seen - MAX_PER_MINUTE;
      write({
        at: clock.wall(),
        kind,
        outcome,
        direction,
        status,
        channelId,
        botId,
        notes: [phrase('errors:calls.more', { count: more })],
        took: 0,
        size: 0,
      });
    }
  };
  return {
    /** true if the entry is to be written; otherwise it is counted */
    isWritten: (entry: NewJournalEntry): boolean => {
      if (entry.direction !== 'in' || entry.outcome !== 'refused') return true;
      cancel ??= clock.after(MINUTE, endMinute);
      const key = `${entry.channelId ?? entry.botId ?? ''} ${entry.status}`;
      const kind = kinds.get(key) ?? { seen: 0, unwritten: undefined };
      kinds.set(key, kind);
      kind.seen += 1;
      if (kind.seen <= MAX_PER_MINUTE) return true;
      kind.unwritten ??= entry;
      return false;
    },
    /** writes the summary lines of the current minute */
    stop: endMinute,
  };
}
