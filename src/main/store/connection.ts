import { AcceptedPosts } from './accepted-posts.ts';
import { columnOf, fromColumns, toColumn, type Row } from './fields.ts';
import { NewChats } from './new-chats.ts';
import type { Sqlite } from './sqlite.ts';

export type { Row } from './fields.ts';

/**
 * What transactions and queries are written against, so that another database can stand behind them. Values and rows are
 * as `fields` says.
 */
export interface Connection {
  readonly get: <R extends object = Row>(sql: string, ...values: unknown[]) => Promise<R | undefined>;
  readonly all: <R extends object = Row>(sql: string, ...values: unknown[]) => Promise<R[]>;
  /** one row after the other, for many */
  readonly each: (sql: string, ...values: unknown[]) => AsyncIterable<Row>;
  /** resolves with the number of changed rows */
  readonly run: (sql: string, ...values: unknown[]) => Promise<number>;
  /** resolves with the new row's id */
  readonly insert: (table: string, row: object) => Promise<string>;
  /** changes the rows that have these values */
  readonly update: (table: string, where: object, change: object) => Promise<void>;
}

/** SQLite behind that; `sqlite` is for the search index and for erasing, which only it has. */
export class SqliteConnection implements Connection {
  readonly sqlite: Sqlite;
  /** by table and fields: writing them anew for each row would be felt */
  readonly #statements = new Map<string, string>();

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
  }

  async get<R extends object = Row>(sql: string, ...values: unknown[]): Promise<R | undefined> {
    const row = this.sqlite.get(sql, ...values.map(toColumn));
    return row && (fromColumns(row) as R);
  }

  async all<R extends object = Row>(sql: string, ...values: unknown[]): Promise<R[]> {
    return this.sqlite.all(sql, ...values.map(toColumn)).map(fromColumns) as R[];
  }

  async *each(sql: string, ...values: unknown[]): AsyncIterable<Row> {
    for (const row of this.sqlite.iterate(sql, ...values.map(toColumn))) yield fromColumns(row);
  }

  async run(sql: string, ...values: unknown[]): Promise<number> {
    return this.sqlite.run(sql, ...values.map(toColumn));
  }

  async insert(table: string, row: object): Promise<string> {
    const fields = Object.keys(row);
    const sql = this.#written(`${table}+${fields.join()}`, () => {
      const places = fields.map(() => '?').join(', ');
      return `INSERT INTO ${table} (${fields.map(columnOf).join(', ')}) VALUES (${places})`;
    });
    return String(this.sqlite.insert(sql, ...Object.values(row).map(toColumn)));
  }

  async update(table: string, where: object, change: object): Promise<void> {
    const [known, fields] = [Object.keys(where), Object.keys(change)];
    const sql = this.#written(`${table}=${fields.join()}?${known.join()}`, () => {
      const equal = (names: readonly string[]): string[] => names.map((name) => `${columnOf(name)} = ?`);
      return `UPDATE ${table} SET ${equal(fields).join(', ')} WHERE ${equal(known).join(' AND ')}`;
    });
    this.sqlite.run(sql, ...Object.values(change).map(toColumn), ...Object.values(where).map(toColumn));
  }

  #written(shape: string, write: () => string): string {
    const known = this.#statements.get(shape);
    if (known !== undefined) return known;
    const sql = write();
    this.#statements.set(shape, sql);
    return sql;
  }
}

/** What comes of each, one after the other, as a transaction needs it; without those of which nothing comes. */
export async function inOrder<T, R>(items: Iterable<T>, work: (item: T) => Promise<R | undefined>): Promise<R[]> {
  const came: R[] = [];
  for (const item of items) {
    const one = await work(item);
    if (one !== undefined) came.push(one);
  }
  return came;
}

/** The writing thread's connection, with what it keeps in memory. */
export class WritingConnection extends SqliteConnection {
  readonly acceptedPosts = new AcceptedPosts();
  readonly newChats = new NewChats();
  #lastTurn: Promise<unknown> = Promise.resolve();

  /** Does `work` when all that was asked for before is done: whatever it waits for, nothing else comes in between. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** All of `work` is on disk when this resolves, or nothing of it where it rejects. Only within a turn. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('BEGIN IMMEDIATE');
    try {
      const result = await work();
      await this.run('COMMIT');
      this.acceptedPosts.committed();
      this.newChats.committed();
      return result;
    } catch (error) {
      this.acceptedPosts.rolledBack();
      this.newChats.rolledBack();
      if (this.sqlite.inTransaction) await this.run('ROLLBACK');
      throw error;
    }
  }
}
