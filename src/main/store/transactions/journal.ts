import type { JournalEntry } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';

/** How many entries are kept. */
const KEPT = 100_000;

export type NewJournalEntry = Omit<JournalEntry, 'id'>;

export function appendJournal(connection: Connection, { entries }: { readonly entries: readonly NewJournalEntry[] }): void {
  let last = 0;
  for (const entry of entries) {
    last = connection.insert(
      `INSERT INTO journal (at, direction, channel_id, chat_id, message_id, kind, status, outcome, notes, took, size)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      entry.at,
      entry.direction,
      entry.channelId ?? null,
      entry.chatId ?? null,
      entry.messageId ?? null,
      entry.kind,
      entry.status ?? null,
      entry.outcome,
      JSON.stringify(entry.notes),
      entry.took,
      entry.size,
    );
  }
  connection.run('DELETE FROM journal WHERE id <= ?', last - KEPT);
}
