import { SerialQueue } from '#main/clock/clock.ts';
import {
  alteration,
  fromColumns,
  insertion,
  type Connection,
  type Row,
  type WritingConnection,
} from '../connection.ts';
import type { Writer } from '../group-commit.ts';
import { NewChats } from '../new-chats.ts';
import { schemaVersion } from './schema.ts';
import { editIndexedMessage, forgetMessages, fullTextIn } from '../search/fts5.ts';
import { limitedConnection } from '../limited.ts';
import { searchOf } from '../search/search-of.ts';
import type { Query } from '../sql.ts';
import { failureOf } from '../threads/port.ts';
import type { Sqlite } from './sqlite.ts';

/** Transactions and queries on SQLite, which answers at once. */
export class SqliteConnection implements Connection {
  readonly sqlite: Sqlite;
  readonly search: WritingConnection['search'];
  readonly limitedTo: Connection['limitedTo'];

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
    const search = searchOf(fullTextIn(sqlite));
    this.limitedTo = (channels) => limitedConnection(this, { channels, schema: 'main.', search });
    this.search = {
      ...search(this),
      editText: async (messageId, text) => editIndexedMessage(sqlite, Number(messageId), text),
      forgetMessages: async (chatIds) => chatIds.forEach((chatId) => forgetMessages(sqlite, Number(chatId))),
    };
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
    return String(this.sqlite.insert(insertion(table, row)));
  }

  async update(table: string, where: object, change: object): Promise<number> {
    return this.sqlite.run(alteration(table, where, change));
  }

  async put(table: string, key: object, row: object): Promise<void> {
    if ((await this.update(table, key, row)) === 0) await this.insert(table, { ...key, ...row });
  }
}

/** The writing thread's. */
export class SqliteWritingConnection extends SqliteConnection implements Writer {
  readonly newChats = new NewChats();
  readonly failureOf = failureOf;
  readonly isLost = (): boolean => false;
  readonly #queue = new SerialQueue();

  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

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

  async erasing(work: () => Promise<void>): Promise<void> {
    this.sqlite.exec('PRAGMA secure_delete = ON');
    try {
      await work();
    } finally {
      this.sqlite.exec('PRAGMA secure_delete = OFF');
    }
  }

  async rewrite(): Promise<void> {
    this.sqlite.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async touch(): Promise<void> {
    this.sqlite.exec(`PRAGMA user_version = ${schemaVersion(this.sqlite)}`);
  }
}
