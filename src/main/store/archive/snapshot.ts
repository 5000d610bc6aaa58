import { schemaVersion } from '../schema/schema.ts';
import { installationDigest, readInstallation, withholdSecrets } from '../installation-rows.ts';
import { SqliteConnection } from '../connection.ts';
import { Sqlite } from '../sqlite.ts';
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

/** Pages of the database copied in one step. */
const STEP = 500;

/**
 * Copies the current database into a new, complete, standalone file without secrets. Holds a read transaction
 * meanwhile: later writes are not seen, and neither restart nor delay the copy.
 */
export async function snapshot(from: string, to: string, onPart: (part: number) => void): Promise<CopyFacts> {
  const source = new Sqlite(from, { readOnly: true });
  try {
    source.exec('BEGIN');
    source.get('SELECT count(*) FROM customers');
    await source.copyTo(to, STEP, onPart);
    source.exec('COMMIT');
  } finally {
    source.close();
  }
  const copy = new Sqlite(to, { readOnly: false });
  try {
    // A single file without a log.
    copy.exec('PRAGMA journal_mode = DELETE');
    withholdSecrets(copy);
    return await copyFacts(copy);
  } finally {
    copy.close();
  }
}
