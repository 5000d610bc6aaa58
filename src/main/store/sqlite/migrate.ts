import { type AddColumns, FIRST_VERSION, MIGRATIONS, type Migration } from '../schema/migrations.ts';
import { Sql } from '../sql.ts';
import type { SqliteWritingConnection } from './connection.ts';
import { schemaVersion } from './schema.ts';
import type { Sqlite } from './sqlite.ts';

/**
 * Brings the tables of an older version to this one, each step entirely or not at all; those of a new database are made
 * by `createSchema`. What it replaces is overwritten: a row that is erased later has left no copy. Only within a turn.
 */
export async function migrate(
  db: SqliteWritingConnection,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { sqlite } = db;
  const version = schemaVersion(sqlite);
  const due = migrations.filter(({ to }) => to > version);
  if (due.length === 0 || version < FIRST_VERSION) return;
  // The other tables go on referring to one that is made anew.
  sqlite.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON');
  try {
    for (const { to, run } of due)
      await db.erasing(() =>
        db.transaction(async () => {
          const create = (tables: string): void => sqlite.exec(tables);
          const addColumns: AddColumns = async (table, before, columns) =>
            redefine(sqlite, table, [[before, columns + before]]);
          await run(db, async (...definition) => redefine(sqlite, ...definition), create, addColumns);
          sqlite.exec(`PRAGMA user_version = ${to}`);
        }),
      );
  } catch (error) {
    throw isFull(error) ? new Error(noRoom(sqlite), { cause: error }) : error;
  } finally {
    sqlite.exec('PRAGMA legacy_alter_table = OFF; PRAGMA foreign_keys = ON');
  }
}

/** SQLite's code for a full disk. */
const FULL = 13;

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === FULL;
}

/** What is written once more, and the log of that. */
function noRoom(sqlite: Sqlite): string {
  const size = (sqlite.value<number>`PRAGMA page_count` ?? 0) * (sqlite.value<number>`PRAGMA page_size` ?? 0);
  const megabytes = Math.ceil((2 * size) / 2 ** 20);
  return `the stored chats have to be updated once, and the disk has no room for that. Nothing was changed. Free ${megabytes} MB, then start again`;
}

/** SQLite cannot change what a table already has: it is made anew, under its name and with its rows. */
function redefine(sqlite: Sqlite, table: string, changes: readonly (readonly [from: string, to: string])[]): void {
  const parts = sqlite.all<{ type: string; name: string; sql: string }>`
    SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ${table} AND sql IS NOT NULL`;
  const others = parts.filter(({ type }) => type !== 'table');
  const definition = parts.find(({ type }) => type === 'table')?.sql ?? '';
  const changed = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${table} has no ${from}`);
    return text.replace(from, () => to);
  }, definition);
  for (const { type, name } of others) sqlite.exec(`DROP ${type} ${name}`);
  sqlite.exec(`ALTER TABLE ${table} RENAME TO former; ${changed}`);
  const columnsOf = (of: string): readonly string[] =>
    sqlite.all<{ name: string }>`PRAGMA table_info(${new Sql(of)})`.map(({ name }) => name);
  const kept = columnsOf('former');
  const columns = columnsOf(table).filter((name) => kept.includes(name));
  sqlite.exec(`
    INSERT INTO ${table} (${columns.join()}) SELECT ${columns.join()} FROM former;
    DELETE FROM sqlite_sequence WHERE name = '${table}' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'former');
    UPDATE sqlite_sequence SET name = '${table}' WHERE name = 'former';
    DROP TABLE former;
    ${others.map(({ sql }) => sql).join(';')}`);
}
