import { ContractError } from '#shared/contract/errors.ts';
import type { JournalEntry } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import type { NewJournalEntry } from '../transactions/journal.ts';

export interface JournalSelection {
  readonly channelId?: string | undefined;
  readonly botId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly outcome?: JournalEntry['outcome'] | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Place {
  readonly page: number;
  /** of the entry in its page */
  readonly index: number;
}

/** Newest first. An entry's id is its page and its place there. Coded error: invalid_input, for a foreign cursor. */
export function listJournal(connection: Connection, selection: JournalSelection): { readonly entries: JournalEntry[]; readonly nextCursor?: string } {
  const before = placeOf(selection.cursor);
  const found: JournalEntry[] = [];
  for (const entry of newestFirst(connection, before)) {
    if (!fits(entry, selection)) continue;
    if (found.length === selection.limit) return { entries: found, nextCursor: found.at(-1)?.id ?? '' };
    found.push(entry);
  }
  return { entries: found };
}

function* newestFirst(connection: Connection, before: Place): Iterable<JournalEntry> {
  for (const row of connection.iterate('SELECT id, entries FROM journal WHERE id <= ? ORDER BY id DESC', before.page)) {
    const page = Number(row['id']);
    const entries = JSON.parse(String(row['entries'])) as NewJournalEntry[];
    const end = page === before.page ? Math.min(before.index, entries.length) : entries.length;
    for (let index = end - 1; index >= 0; index -= 1) {
      const entry = entries[index];
      if (entry !== undefined) yield { ...entry, id: `${page}.${index}` };
    }
  }
}

function fits(entry: JournalEntry, { channelId, botId, messageId, outcome }: JournalSelection): boolean {
  return (
    (channelId === undefined || entry.channelId === channelId) &&
    (botId === undefined || entry.botId === botId) &&
    (messageId === undefined || entry.messageId === messageId) &&
    (outcome === undefined || entry.outcome === outcome)
  );
}

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { page: Number.MAX_SAFE_INTEGER, index: Number.MAX_SAFE_INTEGER };
  const parts = /^(\d{1,15})\.(\d{1,6})$/.exec(cursor);
  if (parts === null) throw new ContractError('invalid_input', 'This cursor is not one of ours', [{ path: 'cursor', message: 'Use nextCursor of the page before' }]);
  return { page: Number(parts[1]), index: Number(parts[2]) };
}
