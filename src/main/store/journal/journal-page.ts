import type { Exchange } from '#shared/contract/journal.ts';
import type { JournalEntry } from '#shared/domain/journal-entry.ts';
import type { ExchangeText } from './exchange-text.ts';

export type NewJournalEntry = Omit<JournalEntry, 'id'>;

/** Entries that are written together, oldest first, as JSON text: one row costs next to nothing. */
export interface JournalPage {
  /** NewJournalEntry[] */
  readonly entries: string;
  /** one for each entry; absent where none of them is kept */
  readonly exchanges: ExchangeText | undefined;
  /** wall clock, milliseconds */
  readonly at: number;
  readonly limits: JournalLimits;
}

/** How much is kept. */
export interface JournalLimits {
  readonly days: number;
  readonly megabytes: number;
}

export interface JournalSelection {
  readonly channelId?: string | undefined;
  readonly botId?: string | undefined;
  readonly chatId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly outcome?: JournalEntry['outcome'] | undefined;
  /** refused and failed only */
  readonly failedOnly?: boolean | undefined;
  readonly text?: string | undefined;
  /** older than this entry */
  readonly cursor?: string | undefined;
  /** newer than this entry, oldest first */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface JournalList {
  readonly entries: JournalEntry[];
  /** there may be more: `cursor` of the next request, or its `after` where this one had one */
  readonly nextCursor?: string;
}

export interface RecordedEntry {
  readonly entry: JournalEntry;
  readonly exchange?: Exchange;
}
