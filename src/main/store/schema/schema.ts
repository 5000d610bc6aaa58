import type { Sqlite } from '../sqlite.ts';
import { AUDIT_TABLE } from './audit-table.ts';
import { DEVICE_TABLES } from './device-tables.ts';
import { TABLES } from './tables.ts';
import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';

/**
 * Full-text index of all messages with SQLite FTS. The tables contain the words made by `search-tokens`, so SQLite only
 * splits at spaces; merging is done only while idle (`transactions/search-index`).
 */
const SEARCH_TABLES = `
  CREATE VIRTUAL TABLE search_messages USING fts5 (words, tokenize = 'ascii', content = '', columnsize = 0, detail = none);
  INSERT INTO search_messages (search_messages, rank) VALUES ('automerge', 0), ('crisismerge', 1000000), ('secure-delete', 1);

  CREATE VIRTUAL TABLE search_customers USING fts5 (words, tokenize = 'ascii', columnsize = 0, detail = none);
  INSERT INTO search_customers (search_customers, rank) VALUES ('automerge', 0), ('crisismerge', 1000000), ('secure-delete', 1);

  CREATE TABLE search_places (
    messages INTEGER NOT NULL,
    customers INTEGER NOT NULL
  ) STRICT;
  INSERT INTO search_places VALUES (0, 0);

  CREATE TABLE search_stale_customers (
    id INTEGER PRIMARY KEY
  ) STRICT;
  CREATE TRIGGER customers_told_anew AFTER UPDATE OF ${CONTACT_FIELDS.join(', ')} ON customers
  WHEN ${CONTACT_FIELDS.map((field) => `old.${field} IS NOT new.${field}`).join(' OR ')}
  BEGIN
    INSERT OR IGNORE INTO search_stale_customers VALUES (new.id);
  END;
  CREATE TRIGGER customers_gone AFTER DELETE ON customers
  BEGIN
    DELETE FROM search_customers WHERE rowid = old.id;
    DELETE FROM search_stale_customers WHERE id = old.id;
  END;
`;

/** What reports count, by quarter of an hour, when somebody asks for one. */
const REPORT_TABLES = `
  CREATE TABLE message_counts (
    quarter INTEGER NOT NULL,
    channel_id TEXT NOT NULL REFERENCES channels,
    author TEXT NOT NULL,
    who TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (quarter, channel_id, author, who)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE messages_counted (
    up_to INTEGER NOT NULL
  ) STRICT;
  INSERT INTO messages_counted VALUES (0);
`;

/** Nothing is released yet, so there is one schema and no migration; smaller numbers were never released. */
export const SCHEMA_VERSION = 21;

/** Whether a newer Counterbell made this database: then it may be read, but never written. */
export function isNewer(sqlite: Sqlite): boolean {
  return schemaVersion(sqlite) > SCHEMA_VERSION;
}

/** Creates the tables of a new database. Throws if it is older than any release. */
export function createSchema(sqlite: Sqlite): void {
  const version = schemaVersion(sqlite);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new Error('The database was made by a Counterbell that was never released');
  sqlite.exec(
    `BEGIN IMMEDIATE; ${TABLES} ${DEVICE_TABLES} ${AUDIT_TABLE} ${REPORT_TABLES} ${SEARCH_TABLES} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`,
  );
}

/** 0: it is new. */
export function schemaVersion(sqlite: Sqlite): number {
  return Number(sqlite.get('PRAGMA user_version')?.['user_version'] ?? 0);
}
