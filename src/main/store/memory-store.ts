import { WritingConnection } from './connection.ts';
import { queries, type Queries } from './queries/index.ts';
import { createSchema } from './schema/schema.ts';
import type { Store } from './store.ts';
import { transactions, type Transactions } from './transactions/index.ts';

/** The real transactions on a database in memory, without threads: for tests that are not about the disk. */
export function openMemoryStore(): Pick<Store, 'read' | 'write'> {
  const connection = new WritingConnection(':memory:', { readOnly: false });
  connection.exec('PRAGMA foreign_keys = ON');
  createSchema(connection);
  return {
    read: async (name: keyof Queries, ...input: readonly unknown[]) =>
      (queries[name] as (...of: unknown[]) => never)(connection, ...input),
    write: async (name: keyof Transactions, ...input: readonly unknown[]) =>
      connection.commit(() => (transactions[name] as (...of: unknown[]) => never)(connection, ...input)),
  };
}
