import { ContractError } from '#shared/contract/errors.ts';
import { Connection } from '../connection.ts';
import { isNewer, migrate } from '../migrations/migrate.ts';
import type { CopyFacts } from './archive-thread.ts';
import { copyFacts } from './copy-facts.ts';

/**
 * Looks whether a file that came from outside is a whole database of ours with nothing in it that acts by itself,
 * brings it up to date, and leaves it so that it may be opened in place of another: files that are not there are not
 * in it, and what was on its way when it was copied is not sent again. Coded error: backup_unusable.
 */
export function checkCopy(file: string, mediaAtHand: readonly string[]): CopyFacts {
  const connection = opened(file);
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = OFF');
    if (isNewer(connection)) throw unusable('The backup was made by a newer Counterbell. Install the newer version, then restore it.');
    const expected = expectedSchema();
    refuseWhatActs(connection, expected);
    const faults = connection.all('PRAGMA integrity_check(3)').map((row) => String(row['integrity_check']));
    if (faults.join() !== 'ok') throw unusable('The database in the backup is damaged');
    connection.exec('PRAGMA journal_mode = DELETE');
    migrate(connection);
    refuseForeignSchema(connection, expected);
    makeReady(connection, new Set(mediaAtHand));
    return copyFacts(connection);
  } catch (error) {
    throw error instanceof ContractError || !isOfTheFile(error) ? error : unusable('The database in the backup is damaged');
  } finally {
    connection.close();
  }
}

function opened(file: string): Connection {
  try {
    return new Connection(file, { readOnly: false });
  } catch (error) {
    throw isOfTheFile(error) ? unusable('There is no database in the backup') : error;
  }
}

type Schema = ReadonlyMap<string, string>;

/** Every table, index, trigger and view, by kind and name, with its text. SQLite's own come and go. */
function schemaOf(connection: Connection): Schema {
  const rows = connection.all("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
  return new Map(rows.map((row) => [`${String(row['type'])} ${String(row['name'])}`, String(row['sql'] ?? '')]));
}

function expectedSchema(): Schema {
  const fresh = new Connection(':memory:', { readOnly: false });
  try {
    migrate(fresh);
    return schemaOf(fresh);
  } finally {
    fresh.close();
  }
}

/** Triggers, views and virtual tables run code of their own: only ours may. */
function refuseWhatActs(connection: Connection, expected: Schema): void {
  for (const [name, sql] of schemaOf(connection)) {
    const acts = /^(?:trigger|view) /.test(name) || /^\s*CREATE\s+VIRTUAL/i.test(sql);
    if (acts && expected.get(name) !== sql) throw unusable('The database in the backup is not one of Counterbell');
  }
}

function refuseForeignSchema(connection: Connection, expected: Schema): void {
  const found = schemaOf(connection);
  if (found.size !== expected.size || [...expected].some(([name, sql]) => found.get(name) !== sql)) throw unusable('The database in the backup is not one of Counterbell');
}

function makeReady(connection: Connection, mediaAtHand: ReadonlySet<string>): void {
  connection.exec('BEGIN');
  const missing = connection.all('SELECT digest FROM media_files').map((row) => String(row['digest'])).filter((digest) => !mediaAtHand.has(digest));
  for (const digest of missing) connection.run('DELETE FROM media_files WHERE digest = ?', digest);
  connection.run('DELETE FROM uploads');
  // Whether it arrived is not known any more; sending it now, perhaps for the second time, is for a person to decide.
  connection.run("UPDATE chats SET failed = failed + (SELECT count(*) FROM deliveries WHERE deliveries.chat_id = chats.id AND deliveries.state = 'sending') WHERE id IN (SELECT chat_id FROM deliveries WHERE state = 'sending')");
  connection.run("UPDATE deliveries SET state = 'failed', error = ? WHERE state = 'sending'", JSON.stringify({ kind: 'interrupted' }));
  connection.run("UPDATE bot_events SET state = 'failed' WHERE state = 'sending'");
  connection.exec('COMMIT');
}

/** SQLite's primary result codes for what is wrong with the file: ERROR, CORRUPT, CONSTRAINT, MISMATCH, NOTADB. */
const OF_THE_FILE: ReadonlySet<number> = new Set([1, 11, 19, 20, 26]);

function isOfTheFile(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && OF_THE_FILE.has(Number(error.errcode) & 0xff);
}

function unusable(message: string): ContractError {
  return new ContractError('backup_unusable', message);
}
