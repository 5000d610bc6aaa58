import type { JournalEntry } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';

/** How many pages are kept. */
const KEPT = 1000;

export type NewJournalEntry = Omit<JournalEntry, 'id'>;

/** Appends a page of entries: JSON text of NewJournalEntry[], oldest first. One row a page costs next to nothing. */
export function appendJournal(connection: Connection, { entries }: { readonly entries: string }): void {
  const page = connection.insert('INSERT INTO journal (entries) VALUES (?)', entries);
  connection.run('DELETE FROM journal WHERE id <= ?', page - KEPT);
}
