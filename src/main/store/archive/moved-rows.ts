import { createHash } from 'node:crypto';
import { fieldOf, type Connection } from '../connection.ts';
import type { Writer } from '../group-commit.ts';
import { toParameter } from '../postgres/values.ts';
import { ALL_TABLES } from '../schema/schema.ts';
import { sql, Sql } from '../sql.ts';
import { Sqlite } from '../sqlite/sqlite.ts';

export interface Table {
  readonly name: string;
  /** without computed ones */
  readonly columns: readonly string[];
  /** the column whose values are given by the database and never given again */
  readonly identity: string | undefined;
}

/** Rows written in one transaction, which on PostgreSQL also indexes their words. */
const ROWS_AT_ONCE = 200;

/** All tables but those of search, each after the ones that it refers to, as PostgreSQL has to create them. */
export function storedTables(): readonly Table[] {
  using sqlite = new Sqlite(':memory:', { readOnly: false });
  sqlite.exec(ALL_TABLES);
  const tables = sqlite.all<{ name: string; sql: string }>`
    SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`;
  return tables.map(({ name, sql: definition }) => ({
    name,
    columns: sqlite.all<{ name: string }>`PRAGMA table_info(${new Sql(name)})`.map((column) => column.name),
    identity: /(\w+) INTEGER PRIMARY KEY AUTOINCREMENT/.exec(definition)?.[1],
  }));
}

/**
 * Copies a table's rows into the same table, empty so far, of the other database. Returns their number, and a digest
 * that is the same in whichever order they are; throws if other rows arrived.
 */
export async function moveRows(from: Connection, to: Writer, table: Table) {
  const [left, arrived] = [digestOf(), digestOf()];
  let batch: (readonly unknown[])[] = [];
  const write = async (): Promise<void> => {
    const rows = batch;
    batch = [];
    if (rows.length > 0) await to.transaction(() => to.run(insertionOf(table, rows)));
  };
  for await (const row of rowsOf(from, table)) {
    left.add(row);
    batch.push(row);
    if (batch.length === ROWS_AT_ONCE) await write();
  }
  await write();
  for await (const row of rowsOf(to, table)) arrived.add(row);
  const [sent, came] = [left.end(), arrived.end()];
  if (sent.digest !== came.digest)
    throw new Error(`of ${sent.rows} rows of the table ${table.name} ${came.rows} arrived, or others than those`);
  return { name: table.name, ...came };
}

/** Values as PostgreSQL can have them. A card comes before the customers that are merged into it. */
async function* rowsOf(db: Connection, { name, columns }: Table): AsyncIterable<readonly unknown[]> {
  const fields = columns.map((column) => fieldOf(column).name);
  const order = columns.includes('contact_id') ? sql`ORDER BY contact_id IS NOT NULL` : sql``;
  for await (const row of db.each`SELECT ${new Sql(columns.join())} FROM ${new Sql(name)} ${order}`)
    yield fields.map((field) => toParameter(row[field]));
}

function insertionOf({ name, columns }: Table, rows: readonly (readonly unknown[])[]): Sql {
  const placeholders = `(${columns.map(() => '?').join()})`;
  return new Sql(`INSERT INTO ${name} (${columns.join()}) VALUES ${rows.map(() => placeholders).join()}`, rows.flat());
}

/** The same for the same rows, in whichever order. */
function digestOf() {
  let [sum, rows] = [0n, 0];
  return {
    add: (row: readonly unknown[]): void => {
      sum += BigInt(`0x${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`);
      rows += 1;
    },
    end: () => ({ rows, digest: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }),
  };
}
