import type { JournalEntry } from '#shared/domain/entities.ts';
import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from '../connection.ts';
import { rowId, toJournalEntry } from '../rows.ts';

export interface JournalSelection {
  readonly channelId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly outcome?: JournalEntry['outcome'] | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export function listJournal(connection: Connection, selection: JournalSelection): { readonly entries: JournalEntry[]; readonly nextCursor?: string } {
  const conditions = ['id < ?'];
  const values: SQLInputValue[] = [selection.cursor === undefined ? Number.MAX_SAFE_INTEGER : (rowId(selection.cursor) ?? 0)];
  for (const [column, value] of [
    ['channel_id', selection.channelId],
    ['message_id', selection.messageId],
    ['outcome', selection.outcome],
  ] as const) {
    if (value === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(value);
  }
  const rows = connection.all(`SELECT * FROM journal WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`, ...values, selection.limit + 1);
  const entries = rows.slice(0, selection.limit).map(toJournalEntry);
  const last = entries.at(-1);
  return rows.length > selection.limit && last !== undefined ? { entries, nextCursor: last.id } : { entries };
}
