import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { phrase } from '#shared/locales/phrase.ts';
import { mapInOrder, type Connection } from '../connection.ts';
import type { Writer } from '../group-commit.ts';
import { isLost } from '../postgres/failures.ts';
import { PostgresConnection } from '../postgres/connection.ts';
import { createSchemaAs } from '../postgres/schema.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { indexStep, isIndexBehind } from '../search/fts5.ts';
import { Sql } from '../sql.ts';
import { SqliteConnection, SqliteWritingConnection } from '../sqlite/connection.ts';
import { contentOf, createSchema, schemaVersion } from '../sqlite/schema.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import { unavailable } from '../thread.ts';
import { moveRows, storedTables, type Table } from './moved-rows.ts';

/** The last id that was given, for each table that has its own. */
type LastIds = readonly { readonly table: Table; readonly id: number }[];

/** A database whose rows are to be moved. */
export interface MoveSource {
  /** runs `work` while nobody else can write to it */
  readonly reading: <T>(work: (db: Connection) => Promise<T>) => Promise<T>;
  readonly lastIds: (tables: readonly Table[]) => Promise<LastIds>;
  readonly close: () => Promise<void>;
}

/** A database to move them to, of which no host can use anything until it has everything. */
export interface MoveTarget {
  readonly db: Writer;
  /** ids go on after these, all words are indexed, and from now on it can be used */
  readonly finish: (lastIds: LastIds) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Of an unfinished move, where the version stands. */
const UNFINISHED = -SCHEMA_VERSION;

/** Copies everything; `files` follow the rows that name them. Whatever interrupts it, it can be repeated. */
export async function moveAll(source: MoveSource, target: MoveTarget, files: (db: Connection) => Promise<void>) {
  const tables = storedTables();
  return await source.reading(async (from) => {
    const moved = await mapInOrder(tables, (table) => moveRows(from, target.db, table));
    await files(from);
    await target.finish(await source.lastIds(tables.filter(({ identity }) => identity !== undefined)));
    return moved;
  });
}

/** The database file of a shop that does not run, only read. Throws if there is none of this version. */
export function sqliteSource(file: string): MoveSource {
  if (!existsSync(file) || contentOf(file) !== 'installation') throw new Error(`${file} holds no shop`);
  const sqlite = new Sqlite(file, { readOnly: true });
  const db = new SqliteConnection(sqlite);
  requireVersion(schemaVersion(sqlite), file);
  sqlite.exec('BEGIN');
  return {
    reading: (work) => work(db),
    lastIds: (tables) =>
      mapInOrder(tables, async (table) => {
        const id = sqlite.value<number>`SELECT seq FROM sqlite_sequence WHERE name = ${table.name}`;
        return id === undefined ? undefined : { table, id };
      }),
    close: async () => sqlite.close(),
  };
}

/** A new database file, which gets its name at the end. */
export function sqliteTarget(file: string): MoveTarget {
  const partial = `${file}.moving`;
  for (const ending of ['', '-journal']) rmSync(`${partial}${ending}`, { force: true });
  const sqlite = new Sqlite(partial, { readOnly: false });
  // After a power failure it is begun anew.
  sqlite.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF');
  createSchema(sqlite);
  sqlite.exec('DELETE FROM messages_counted');
  return {
    db: new SqliteWritingConnection(sqlite),
    finish: async (lastIds) => {
      for (const { table, id } of lastIds) {
        sqlite.run`DELETE FROM sqlite_sequence WHERE name = ${table.name}`;
        sqlite.run`INSERT INTO sqlite_sequence (name, seq) VALUES (${table.name}, ${id})`;
      }
      while (isIndexBehind(sqlite)) sqlite.transaction(() => indexStep(sqlite));
      sqlite.close();
      {
        await using written = await open(partial, 'r+');
        await written.sync();
      }
      await rename(partial, file);
    },
    close: async () => {
      if (existsSync(partial)) sqlite.close();
    },
  };
}

/** The database of a shop without a living host. None can start on it meanwhile: each begins by locking its version. */
export function postgresSource(url: string): MoveSource {
  const db = new PostgresConnection(url);
  return {
    reading: (work) =>
      connected(() =>
        db.transaction(async () => {
          await db.exec(`
            SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
            SET LOCAL idle_in_transaction_session_timeout = 0`);
          requireVersion(await storedVersion(db), 'the database');
          await requireNoHost(db);
          return await work(db);
        }),
      ),
    lastIds: (tables) =>
      mapInOrder(tables, async (table) => {
        const id = await db.value<number>`
          SELECT last_value FROM pg_sequences
          WHERE schemaname = current_schema() AND sequencename = ${`${table.name}_${table.identity}_seq`}`;
        return id === undefined ? undefined : { table, id };
      }),
    close: () => db.close(),
  };
}

/** A database without a shop, or with what a move that was interrupted has left. */
export async function postgresTarget(url: string): Promise<MoveTarget> {
  const db = new PostgresConnection(url);
  const prepare = async (): Promise<void> => {
    const isUnfinished = (await storedVersion(db)) === UNFINISHED;
    if (!isUnfinished) await createSchemaAs(db, UNFINISHED);
    await db.transaction(async () => {
      if (!isUnfinished) {
        await requireNoHost(db);
        if ((await db.get`SELECT name FROM settings LIMIT 1`) !== undefined)
          throw new Error('the database holds a shop already; move to an empty one');
      }
      await db.run`UPDATE schema_version SET version = ${UNFINISHED}`;
      await db.run`TRUNCATE ${new Sql(
        storedTables()
          .map(({ name }) => name)
          .join(),
      )} CASCADE`;
    });
  };
  try {
    await connected(prepare);
  } catch (error) {
    await db.close();
    throw error;
  }
  return {
    db,
    finish: (lastIds) =>
      connected(async () => {
        for (const { table, id } of lastIds)
          await db.run`SELECT setval(pg_get_serial_sequence(${table.name}, ${table.identity}), ${id})`;
        await db.exec('ANALYZE');
        await db.run`UPDATE schema_version SET version = ${SCHEMA_VERSION}`;
      }),
    close: () => db.close(),
  };
}

/** undefined: there is nothing yet */
async function storedVersion(db: Connection): Promise<number | undefined> {
  const isThere = await db.value<number>`SELECT to_regclass('schema_version') IS NOT NULL`;
  return isThere === 1 ? await db.value<number>`SELECT version FROM schema_version` : undefined;
}

async function requireNoHost(db: Connection): Promise<void> {
  const host = await db.value<string>`SELECT name FROM nodes WHERE alive_until > clock_timestamp()`;
  if (host !== undefined)
    throw new Error(
      `a host, "${host}", is running on the database; stop it first (one that was killed counts for six seconds)`,
    );
}

function requireVersion(version: number | undefined, where: string): void {
  if (version === SCHEMA_VERSION) return;
  if (version === undefined) throw new Error(`${where} holds no shop`);
  if (version < 0) throw new Error(`a move to ${where} was not finished; repeat it first`);
  if (version > SCHEMA_VERSION) throw unavailable(phrase('errors:refusals.store.newer'));
  throw new Error(`${where} is of an older version: start Counterbell on it once, stop it, and move it then`);
}

/** The work's result; coded error storage_unavailable if the server does not answer. */
async function connected<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isLost(error) ? unavailable(phrase('errors:refusals.store.unreachable')) : error;
  }
}
