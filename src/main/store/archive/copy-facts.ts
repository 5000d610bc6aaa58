import { schemaVersion } from '../schema/schema.ts';
import { readSettings, settingsDigest } from '../settings-rows.ts';
import type { Connection } from '../connection.ts';
import type { CopyFacts } from './archive-thread.ts';

/** Counts what a copy holds. */
export function copyFacts(connection: Connection): CopyFacts {
  const count = (table: string): number => Number(connection.get(`SELECT count(*) AS rows FROM ${table}`)?.['rows']);
  return {
    schemaVersion: schemaVersion(connection),
    customers: count('customers'),
    chats: count('chats'),
    messages: count('messages'),
    settings: readSettings(connection),
    settingsDigest: settingsDigest(connection),
    media: connection
      .all('SELECT digest, size FROM media_files ORDER BY added_at DESC, digest')
      .map((row) => [String(row['digest']), Number(row['size'])] as const),
  };
}
