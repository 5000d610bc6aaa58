import type { Sqlite } from '../sqlite.ts';
import { SEARCH_TABLES } from './search-tables.ts';
import { TABLES } from './tables.ts';

/** Nothing is released yet, so there is one schema and no migration; files with a smaller number are of no release. */
export const SCHEMA_VERSION = 14;

/** Whether this database was made by a newer Counterbell: then it may be read, never written. */
export function isNewer(sqlite: Sqlite): boolean {
  return schemaVersion(sqlite) > SCHEMA_VERSION;
}

/** Makes the tables of a new database. Throws where it is older than any that was released. */
export function createSchema(sqlite: Sqlite): void {
  const version = schemaVersion(sqlite);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new Error('The database was made by a Counterbell that was never released');
  sqlite.exec(`BEGIN IMMEDIATE; ${TABLES} ${SEARCH_TABLES} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

/** 0: it is new. */
export function schemaVersion(sqlite: Sqlite): number {
  return Number(sqlite.get('PRAGMA user_version')?.['user_version'] ?? 0);
}
