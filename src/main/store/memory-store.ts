import { WritingConnection } from './connection.ts';
import { queries, type Queries } from './queries/index.ts';
import { createSchema } from './schema/schema.ts';
import { Sqlite } from './sqlite.ts';
import type { Store } from './store.ts';
import { transactions, type Transactions } from './transactions/index.ts';

/** The real transactions on a database in memory, without threads: for tests that are not about the disk. */
export function openMemoryStore(): Pick<Store, 'read' | 'write'> {
  const sqlite = new Sqlite(':memory:', { readOnly: false });
  sqlite.exec('PRAGMA foreign_keys = ON');
  createSchema(sqlite);
  const connection = new WritingConnection(sqlite);
  return {
    read: (name: keyof Queries, ...input: readonly unknown[]) =>
      connection.inTurn(() => (queries[name] as (...of: unknown[]) => Promise<never>)(connection, ...input)),
    write: (name: keyof Transactions, ...input: readonly unknown[]) =>
      connection.inTurn(() =>
        connection.transaction(() =>
          (transactions[name] as (...of: unknown[]) => Promise<never>)(connection, ...input),
        ),
      ),
  };
}
