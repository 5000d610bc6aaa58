import type { Connection } from '../connection.ts';
import type { CopyFacts } from './archive-thread.ts';

/** Counts what a copy holds. */
export function copyFacts(connection: Connection): CopyFacts {
  const count = (table: string): number => Number(connection.get(`SELECT count(*) AS rows FROM ${table}`)?.['rows']);
  return {
    schemaVersion: Number(connection.get('PRAGMA user_version')?.['user_version']),
    customers: count('customers'),
    chats: count('chats'),
    messages: count('messages'),
    media: connection
      .all('SELECT digest, size FROM media_files ORDER BY added_at DESC, digest')
      .map((row) => [String(row['digest']), Number(row['size'])] as const),
  };
}
