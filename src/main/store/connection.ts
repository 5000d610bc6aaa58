import { NewChats } from './new-chats.ts';
import { failureOf } from './threads/port.ts';
import { Sql, type Query, type Sqlite } from './sqlite.ts';
import type { Outcome, Request } from './thread.ts';
import { SerialQueue } from '#main/clock/clock.ts';

/** A row in the form used elsewhere: camelCase fields, ids as decimal strings, JSON parsed; null is absent. */
export type Row = Readonly<Record<string, unknown>>;

/** The interface of transactions and queries to the database, so that another database can replace SQLite. */
export interface Connection {
  readonly get: <R extends object = Row>(...query: Query) => Promise<R | undefined>;
  readonly all: <R extends object = Row>(...query: Query) => Promise<R[]>;
  /** the first column of the first row; undefined: there is no row, or it is null there */
  readonly value: <T>(...query: Query) => Promise<T | undefined>;
  /** the first column of every row */
  readonly column: <T>(...query: Query) => Promise<T[]>;
  /** one row after the other, for large results */
  readonly each: <R extends object = Row>(...query: Query) => AsyncIterable<R>;
  /** resolves with the number of changed rows */
  readonly run: (...query: Query) => Promise<number>;
  /** resolves with the new row's id */
  readonly insert: (table: string, row: object) => Promise<string>;
  /** changes the rows with these values; resolves with their number */
  readonly update: (table: string, where: object, change: object) => Promise<number>;
  /** inserts a row, or changes the one with this key */
  readonly put: (table: string, key: object, row: object) => Promise<void>;
}

/** The SQLite implementation; `sqlite` is for search and erasing, which only SQLite supports. */
export class SqliteConnection implements Connection {
  readonly sqlite: Sqlite;
  /** by table and fields: building them for each row would be slow */
  readonly #statements = new Map<string, string>();

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
  }

  async get<R extends object = Row>(...query: Query): Promise<R | undefined> {
    const row = this.sqlite.get(...query);
    return row && (fromColumns(row) as R);
  }

  async all<R extends object = Row>(...query: Query): Promise<R[]> {
    return this.sqlite.all(...query).map(fromColumns) as R[];
  }

  async value<T>(...query: Query): Promise<T | undefined> {
    return Object.values((await this.get(...query)) ?? {})[0] as T | undefined;
  }

  async column<T>(...query: Query): Promise<T[]> {
    return (await this.all(...query)).map((row) => Object.values(row)[0] as T);
  }

  async *each<R extends object = Row>(...query: Query): AsyncIterable<R> {
    for (const row of this.sqlite.iterate(...query)) yield fromColumns(row) as R;
  }

  async run(...query: Query): Promise<number> {
    return this.sqlite.run(...query);
  }

  async insert(table: string, row: object): Promise<string> {
    const fields = Object.keys(row);
    const text = this.#written(`${table}+${fields.join()}`, () => {
      const placeholders = fields.map(() => '?').join(', ');
      return `INSERT INTO ${table} (${fields.map(columnOf).join(', ')}) VALUES (${placeholders})`;
    });
    return String(this.sqlite.insert(new Sql(text, Object.values(row))));
  }

  async update(table: string, where: object, change: object): Promise<number> {
    const [known, fields] = [Object.keys(where), Object.keys(change)];
    const text = this.#written(`${table}=${fields.join()}?${known.join()}`, () => {
      const equal = (names: readonly string[]): string[] => names.map((name) => `${columnOf(name)} = ?`);
      return `UPDATE ${table} SET ${equal(fields).join(', ')} WHERE ${equal(known).join(' AND ')}`;
    });
    return this.sqlite.run(new Sql(text, [...valuesOf(change), ...valuesOf(where)]));
  }

  async put(table: string, key: object, row: object): Promise<void> {
    if ((await this.update(table, key, row)) === 0) await this.insert(table, { ...key, ...row });
  }

  #written(shape: string, write: () => string): string {
    const text = this.#statements.get(shape) ?? write();
    this.#statements.set(shape, text);
    return text;
  }
}

/** The results one after the other, as a transaction requires; undefined ones are left out. */
export async function mapInOrder<T, R>(items: Iterable<T>, work: (item: T) => Promise<R | undefined>): Promise<R[]> {
  const came: R[] = [];
  for (const item of items) {
    const one = await work(item);
    if (one !== undefined) came.push(one);
  }
  return came;
}

/** The writing thread's connection with its state in memory. */
export class WritingConnection extends SqliteConnection {
  readonly newChats = new NewChats();
  readonly #queue = new SerialQueue();

  /** Runs `work` after everything requested before; nothing else interrupts it, whatever it awaits. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

  /** All of `work` is on disk when this resolves, or none of it if it rejects. Only within a turn. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run`BEGIN IMMEDIATE`;
    try {
      const result = await work();
      await this.run`COMMIT`;
      this.newChats.committed();
      return result;
    } catch (error) {
      this.newChats.rolledBack();
      if (this.sqlite.inTransaction) await this.run`ROLLBACK`;
      throw error;
    }
  }

  /** Group commit: waiting work shares one transaction and fsync; each succeeds or fails alone. Only within a turn. */
  async writeTogether(requests: readonly Request[], run: Run): Promise<readonly Outcome[]> {
    const runRequest = async (request: Request): Promise<Outcome> => ({
      id: request.id,
      ok: true,
      value: await run(this, request),
    });
    const alone = requests.findIndex(({ name }) => name === NON_TRANSACTIONAL);
    const [first] = requests;
    if (first === undefined) return [];
    try {
      if (alone === 0 && requests.length === 1) return [await runRequest(first)];
      if (alone === -1) return await this.transaction(() => Array.fromAsync(requests, runRequest));
    } catch (error) {
      if (requests.length === 1) return [{ id: first.id, ok: false, failure: failureOf(error) }];
      // One failed and rolled back the others: nothing was written, so each now runs alone.
    }
    const parts =
      alone === -1
        ? requests.map((request) => [request])
        : [requests.slice(0, alone), requests.slice(alone, alone + 1), requests.slice(alone + 1)];
    return (await Array.fromAsync(parts, (part) => this.writeTogether(part, run))).flat();
  }
}

type Run = (db: WritingConnection, request: Request) => Promise<unknown>;

/** The name of the one that cannot run within a transaction. */
export const NON_TRANSACTIONAL = 'rewriteFile';

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...[
    'fields',
    'formatted',
    'last_fields',
    'customer_last_fields',
    'event',
    'error',
    'delivery_error',
    'log',
    'before',
    'after',
    'seen',
    'tags',
    'rating',
  ],
  ...['before_close', 'takes', 'hours', 'away', 'names', 'kind_settings', 'box', 'push', 'quiet_hours', 'proven'],
]);

const valuesOf = (row: object): readonly unknown[] => Object.values(row);

/** The name of a column here, and how it is parsed. */
interface Field {
  readonly name: string;
  readonly kind: 'id' | 'json' | 'plain';
}

const fields = new Map<string, Field>();

function fieldOf(column: string): Field {
  const known = fields.get(column);
  if (known !== undefined) return known;
  const name = column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const kind = JSON_COLUMNS.has(column) ? 'json' : /(?:^|_)id$/.test(column) ? 'id' : 'plain';
  const field: Field = { name, kind };
  fields.set(column, field);
  return field;
}

/** The column of a field. */
export function columnOf(name: string): string {
  // It becomes part of the SQL.
  if (!/^[a-z]+$/i.test(name)) throw new Error(`${name} is no name of a column`);
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a database row to ours. */
export function fromColumns(row: Readonly<Record<string, unknown>>): Row {
  const read: Record<string, unknown> = {};
  for (const column of Object.keys(row)) {
    const value = row[column];
    if (value === null) continue;
    const { name, kind } = fieldOf(column);
    read[name] = kind === 'plain' ? value : kind === 'id' ? String(value) : (JSON.parse(String(value)) as unknown);
  }
  return read;
}
