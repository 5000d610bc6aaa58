import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Store } from '#main/store/store.ts';
import type { NewJournalEntry } from '#main/store/transactions/journal.ts';

/** Entries are written together, this long after the first of them, or when so many wait. */
const GATHER = 250;
const GATHERED = 100;
/** More than this waiting to be written are dropped: a message never waits for the journal. */
const MOST_WAITING = 5000;

export interface Journal {
  readonly add: (entry: NewJournalEntry) => void;
  /** writes what waits */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What was asked of the listener and of endpoints, and what became of it. Never in the way of messages. */
export function startJournal({ store, clock, log }: { readonly store: Store; readonly clock: Clock; readonly log: Logger }): Journal {
  let waiting: NewJournalEntry[] = [];
  let dropped = 0;
  let cancel: (() => void) | undefined;

  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    if (dropped > 0) log.warn({ dropped }, 'the journal left entries out');
    dropped = 0;
    await store.write('appendJournal', { entries: JSON.stringify(entries) }).catch((error: unknown) => log.error({ err: error }, 'the journal could not be written'));
  };
  return {
    add: (entry) => {
      if (waiting.length >= MOST_WAITING) dropped += 1;
      else waiting.push(entry);
      if (waiting.length >= GATHERED) void flush();
      else cancel ??= clock.after(GATHER, () => void flush());
    },
    flush,
    stop: flush,
  };
}
