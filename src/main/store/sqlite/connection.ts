import { SerialQueue } from '#main/clock/clock.ts';
import {
  alteration,
  fromColumns,
  insertion,
  NON_TRANSACTIONAL,
  type Connection,
  type Row,
  type WritingConnection,
} from '../connection.ts';
import { NewChats } from '../new-chats.ts';
import { schemaVersion } from './schema.ts';
import { searchCustomers } from '../search/customers.ts';
import { editIndexedMessage, forgetMessages } from '../search/index.ts';
import { searchMessages } from '../search/messages.ts';
import type { Query } from '../sql.ts';
import type { Outcome, Request } from '../thread.ts';
import { failureOf } from '../threads/port.ts';
import type { Sqlite } from './sqlite.ts';

/** Transactions and queries on SQLite, which answers at once. */
export class SqliteConnection implements Connection {
  readonly sqlite: Sqlite;
  readonly search: WritingConnection['search'];

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
    this.search = {
      messages: (search) => searchMessages(this, search),
      customers: (search) => searchCustomers(this, search),
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
export class SqliteWritingConnection extends SqliteConnection implements WritingConnection {
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

type Run = (db: SqliteWritingConnection, request: Request) => Promise<unknown>;
