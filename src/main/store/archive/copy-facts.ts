import { schemaVersion } from '../schema/schema.ts';
import { installationDigest, readInstallation } from '../installation-rows.ts';
import { SqliteConnection } from '../connection.ts';
import type { Sqlite } from '../sqlite.ts';
import type { CopyFacts } from './archive-thread.ts';

/** Counts the contents of a copy. */
export async function copyFacts(sqlite: Sqlite): Promise<CopyFacts> {
  const count = (table: string): number => Number(sqlite.get(`SELECT count(*) AS rows FROM ${table}`)?.['rows']);
  return {
    schemaVersion: schemaVersion(sqlite),
    customers: count('customers'),
    chats: count('chats'),
    messages: count('messages'),
    settings: await readInstallation(new SqliteConnection(sqlite)),
    settingsDigest: installationDigest(sqlite),
    media: sqlite
      .all('SELECT digest, size FROM media_files ORDER BY added_at DESC, digest')
      .map((row) => [String(row['digest']), Number(row['size'])] as const),
  };
}
