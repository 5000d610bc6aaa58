import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, openSync, rmSync } from 'node:fs';
import { ContractError } from '#shared/contract/errors.ts';
import { SqliteConnection, SqliteWritingConnection } from '../sqlite/connection.ts';
import { sql, Sql } from '../sql.ts';
import { migrate } from '../sqlite/migrate.ts';
import { isFaultyFile, Sqlite } from '../sqlite/sqlite.ts';
import { createSchema, schemaVersion } from '../sqlite/schema.ts';
import type { Installation } from '../installation/stored-installation.ts';
import { putInstallation } from '../installation/installation.ts';
import {
  refuseForeignValues,
  FOREIGN_LIMITS,
  validateDatabase,
  tablesOf,
  immutableUrl,
  unusable,
} from './validate-database.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { IS_COUNTED } from '../rows.ts';
import { readInstallation, SECRETS } from '../installation/installation-rows.ts';
import { columnOf } from '../connection.ts';

/** Search index state derived from other tables: rebuilt rather than trusted. */
const REBUILT_TABLES: ReadonlySet<string> = new Set(['search_progress', 'search_stale_customers']);
/** Upper bound of our numbers; the ones that follow it can still be read exactly. */
const MAX_NUMBER = 2 ** 52;

export interface Import {
  /** a foreign file with any content; only read */
  readonly from: string;
  /** a file that does not exist yet */
  readonly to: string;
  /** digests of the media files that exist or will exist */
  readonly availableMedia: readonly string[];
}

/**
 * Copies the rows of a foreign database, if it has exactly our schema or that of an older version, into a new one at `to`. Leaves out entries of
 * missing media files, and does not resend replies that were being delivered. Coded error: backup_unusable; `to` must
 * then be deleted.
 */
export async function importCopy({ from, to, availableMedia }: Import): Promise<CopyFacts> {
  try {
    const isOlder = validateDatabase(from);
    closeSync(openSync(to, 'wx', 0o600));
    using sqlite = openCopy(to);
    sqlite.exec('PRAGMA foreign_keys = OFF');
    createSchema(sqlite);
    if (isOlder) await copyMigratedRows(sqlite, from, `${to}.migrated`);
    else copyRows(sqlite, from);
    refuseForeignValues(sqlite, MAX_NUMBER);
    dropUnusable(sqlite, new Set(availableMedia));
    using theirs = new Sqlite(immutableUrl(from), { readOnly: true, limits: FOREIGN_LIMITS });
    // The backup's secrets name its tables as they were when it was made.
    return { ...(await copyFacts(sqlite)), settingsDigest: installationDigest(theirs) };
  } catch (error) {
    throw error instanceof ContractError || !isFaultyFile(error)
      ? error
      : unusable(phrase('errors:refusals.backup.databaseDamaged'));
  }
}

/** Opens a file of foreign rows. */
function openCopy(file: string): Sqlite {
  const sqlite = new Sqlite(file, { readOnly: false, limits: FOREIGN_LIMITS });
  // Safe: the caller makes sure that it is on the disk.
  sqlite.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = OFF');
  return sqlite;
}

/** The rows as this version has them; `copy` is a file in between, which is gone afterwards. */
async function copyMigratedRows(sqlite: Sqlite, from: string, copy: string): Promise<void> {
  try {
    copyFileSync(from, copy);
    {
      using migrated = openCopy(copy);
      // A single file without a log.
      migrated.exec('PRAGMA journal_mode = DELETE');
      await migrate(new SqliteWritingConnection(migrated));
    }
    copyRows(sqlite, copy);
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Replaces the settings in the result of `importCopy`. */
export async function replaceSettings({
  file,
  settings,
  keepsDevices,
  at,
}: {
  readonly file: string;
  readonly settings: Installation;
  /** whoever wrote the backup knew the secrets here; otherwise anyone could sign in with a device of their own */
  readonly keepsDevices: boolean;
  readonly at: number;
}): Promise<CopyFacts> {
  using sqlite = new Sqlite(file, { readOnly: false });
  const db = new SqliteWritingConnection(sqlite);
  sqlite.exec('PRAGMA foreign_keys = ON');
  await db.transaction(async () => {
    await db.run(keepsDevices ? sql`UPDATE devices SET push = NULL` : sql`DELETE FROM devices`);
    return putInstallation(db, { installation: settings, at });
  });
  return await copyFacts(sqlite);
}

function copyRows(sqlite: Sqlite, from: string): void {
  sqlite.run`ATTACH ${immutableUrl(from)} AS theirs`;
  sqlite.exec('BEGIN');
  for (const table of tablesOf(sqlite)) {
    if (REBUILT_TABLES.has(table)) continue;
    const columns = sqlite.all<{ name: string }>`PRAGMA main.table_info("${new Sql(table)}")`
      .map(({ name }) => `"${name}"`)
      .join(', ');
    // Some tables of ours start with a row; the imported one has more in it.
    sqlite.exec(`DELETE FROM main."${table}"`);
    sqlite.exec(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM theirs."${table}" NOT INDEXED`);
  }
  // Ids of deleted rows are not reused.
  sqlite.exec(`
    DELETE FROM main.sqlite_sequence;
    INSERT INTO main.sqlite_sequence (name, seq)
      SELECT name, max(seq) FROM theirs.sqlite_sequence
      WHERE typeof(seq) = 'integer' AND seq BETWEEN 1 AND ${MAX_NUMBER} AND name IN (SELECT name FROM main.sqlite_schema WHERE type = 'table') GROUP BY name`);
  sqlite.exec('COMMIT');
  sqlite.exec('DETACH theirs');
}

function dropUnusable(sqlite: Sqlite, availableMedia: ReadonlySet<string>): void {
  sqlite.exec('BEGIN');
  for (const { digest } of sqlite.all<{ digest: string }>`SELECT digest FROM media_files`)
    if (!availableMedia.has(digest)) sqlite.run`DELETE FROM media_files WHERE digest = ${digest}`;
  sqlite.run`DELETE FROM uploads`;
  // One of them may have been used since.
  sqlite.run`DELETE FROM invitations WHERE used_at IS NULL`;
  // It may have arrived; whether to send it, perhaps for the second time, is for a person to decide.
  sqlite.run`
    UPDATE chats SET failed = failed + (
      SELECT count(*) FROM deliveries WHERE deliveries.chat_id = chats.id AND deliveries.state = 'sending')
    WHERE id IN (SELECT chat_id FROM deliveries WHERE state = 'sending')`;
  sqlite.run`UPDATE deliveries SET state = 'failed', error = ${{ kind: 'interrupted' }} WHERE state = 'sending'`;
  sqlite.run`UPDATE scheduled_replies SET restored = 1`;
  sqlite.run`DELETE FROM webhook_events`;
  sqlite.run`UPDATE bot_events SET state = 'failed' WHERE state = 'sending'`;
  sqlite.exec('COMMIT');
}

/** The contents of a copy of the database. */
export type CopyFacts = Awaited<ReturnType<typeof copyFacts>>;

async function copyFacts(sqlite: Sqlite) {
  const count = (rows: Sql) => sqlite.value<number>`SELECT count(*) FROM ${rows}` ?? 0;
  return {
    schemaVersion: schemaVersion(sqlite),
    customers: count(sql`customers`),
    chats: count(sql`chats`),
    messages: count(sql`messages WHERE ${IS_COUNTED}`),
    /** as stored, for `installation` to read */
    settings: await readInstallation(new SqliteConnection(sqlite)),
    settingsDigest: installationDigest(sqlite),
    /** digests of the known files with their sizes, newest first */
    media: sqlite.all<{
      digest: string;
      size: number;
    }>`SELECT digest, size FROM media_files ORDER BY added_at DESC, digest`.map(
      ({ digest, size }) => [digest, size] as const,
    ),
  };
}

/** Pages of the database copied in one step. */
const STEP = 500;

/**
 * Copies the current database into a new, complete, standalone file without secrets. Holds a read transaction
 * meanwhile: later writes are not seen, and neither restart nor delay the copy.
 */
export async function snapshot(from: string, to: string, onPart: (part: number) => void): Promise<CopyFacts> {
  {
    using source = new Sqlite(from, { readOnly: true });
    source.exec('BEGIN');
    source.get`SELECT count(*) FROM customers`;
    await source.copyTo(to, STEP, onPart);
    source.exec('COMMIT');
  }
  using copy = new Sqlite(to, { readOnly: false });
  // A single file without a log.
  copy.exec('PRAGMA journal_mode = DELETE');
  withholdSecrets(copy);
  return await copyFacts(copy);
}

/** Removes all secrets from a copy of the database. */
function withholdSecrets(sqlite: Sqlite): void {
  // Deleted content is overwritten as well.
  sqlite.exec(
    "PRAGMA secure_delete = ON; DELETE FROM connection_secrets; DELETE FROM invitations; UPDATE devices SET push = NULL; UPDATE certificates SET key = ''",
  );
  for (const [table, [secret, ...others]] of Object.entries(SECRETS))
    sqlite.exec(
      `UPDATE ${table} SET ${[`${columnOf(secret)} = ''`, ...others.map((column) => `${columnOf(column)} = NULL`)].join()}`,
    );
}

const TABLES = [
  ...['settings', 'connection_secrets', 'certificates'],
  ...['operators', 'devices', 'channels', 'bots', 'bot_channels'],
] as const;

/** A digest of the installation's tables: the same for the same content only. */
function installationDigest(sqlite: Sqlite): string {
  const rows = TABLES.map((table) => sqlite.all`SELECT * FROM ${new Sql(table)} ORDER BY 1, 2`);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}
