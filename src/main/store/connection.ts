import type { SQLInputValue } from 'node:sqlite';
import { AcceptedPosts } from './accepted-posts.ts';
import { NewChats } from './new-chats.ts';
import type { Row, Sqlite } from './sqlite.ts';

export type { Row } from './sqlite.ts';

/** What transactions and queries are written against, so that another database can stand behind them. */
export interface Connection {
  readonly get: (sql: string, ...values: SQLInputValue[]) => Promise<Row | undefined>;
  readonly all: (sql: string, ...values: SQLInputValue[]) => Promise<Row[]>;
  /** one row after the other, for many */
  readonly each: (sql: string, ...values: SQLInputValue[]) => AsyncIterable<Row>;
  /** resolves with the number of changed rows */
  readonly run: (sql: string, ...values: SQLInputValue[]) => Promise<number>;
  /** resolves with the new row's id */
  readonly insert: (sql: string, ...values: SQLInputValue[]) => Promise<number>;
}

/** SQLite behind that; `sqlite` is for the search index and for erasing, which only it has. */
export class SqliteConnection implements Connection {
  readonly sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
  }

  async get(sql: string, ...values: SQLInputValue[]): Promise<Row | undefined> {
    return this.sqlite.get(sql, ...values);
  }

  async all(sql: string, ...values: SQLInputValue[]): Promise<Row[]> {
    return this.sqlite.all(sql, ...values);
  }

  async *each(sql: string, ...values: SQLInputValue[]): AsyncIterable<Row> {
    yield* this.sqlite.iterate(sql, ...values);
  }

  async run(sql: string, ...values: SQLInputValue[]): Promise<number> {
    return this.sqlite.run(sql, ...values);
  }

  async insert(sql: string, ...values: SQLInputValue[]): Promise<number> {
    return this.sqlite.insert(sql, ...values);
  }
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
