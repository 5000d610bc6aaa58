import { statSync } from 'node:fs';
import { CONTACT_FIELDS } from '#shared/domain/contact-fields.ts';
import { ALL_TABLES, SCHEMA_VERSION } from '../schema/schema.ts';
import { isFaultyFile, Sqlite } from './sqlite.ts';

/** Keep the list of changes as it is. */
const AUDIT_TRIGGERS = `
  CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
  WHEN new.count <= old.count
    OR (new.sequence, new.key, new.at, new.operator_id, new.operator_name, new.source, new.action, new.kind, new.about_id, new.about)
    IS NOT (old.sequence, old.key, old.at, old.operator_id, old.operator_name, old.source, old.action, old.kind, old.about_id, old.about)
  BEGIN
    SELECT RAISE(ABORT, 'entries of the list of changes stay as they are');
  END;
  CREATE TRIGGER audit_kept BEFORE DELETE ON audit
  WHEN old.at > (SELECT max(at) FROM audit) - 365 * 86400000
  BEGIN
    SELECT RAISE(ABORT, 'entries of the list of changes are kept for a year');
  END;
`;

/**
 * Full-text index of all messages with SQLite FTS. The tables contain the words made by `search/tokens`, so SQLite only
 * splits at spaces; merging is done only while idle (`search/fts5`).
 */
const SEARCH_TABLES = `
  CREATE VIRTUAL TABLE search_messages USING fts5 (words, tokenize = 'ascii', content = '', columnsize = 0, detail = none);
  INSERT INTO search_messages (search_messages, rank) VALUES ('automerge', 0), ('crisismerge', 1000000), ('secure-delete', 1);

  CREATE VIRTUAL TABLE search_customers USING fts5 (words, tokenize = 'ascii', columnsize = 0, detail = none);
  INSERT INTO search_customers (search_customers, rank) VALUES ('automerge', 0), ('crisismerge', 1000000), ('secure-delete', 1);

  CREATE TABLE search_progress (
    messages INTEGER NOT NULL,
    customers INTEGER NOT NULL
  ) STRICT;
  INSERT INTO search_progress VALUES (0, 0);

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

/** True if a newer Counterbell made this database: then it may be read, but never written. */
export function isNewer(sqlite: Sqlite): boolean {
  return schemaVersion(sqlite) > SCHEMA_VERSION;
}

/** Creates the tables of a new database. Throws if it is of another version, which `migrate` knows none of. */
export function createSchema(sqlite: Sqlite): void {
  const version = schemaVersion(sqlite);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new Error('The database was made by a Counterbell that was never released');
  sqlite.exec(
    `BEGIN IMMEDIATE; ${ALL_TABLES} ${AUDIT_TRIGGERS} ${SEARCH_TABLES} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`,
  );
}

/** 0: it is new. */
export function schemaVersion(sqlite: Sqlite): number {
  return sqlite.value<number>`PRAGMA user_version` ?? 0;
}

type DatabaseContent = 'installation' | 'missing' | 'empty' | 'no_installation' | 'foreign' | 'damaged';

/** Inspects a database file, which is only read; one that was cut off in the middle is first recovered. */
export function contentOf(file: string, readOnly = true): DatabaseContent {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  // SQLite would delete the log beside an empty file.
  if (size === undefined || size === 0) return size === undefined ? 'missing' : 'empty';
  try {
    using sqlite = new Sqlite(file, { readOnly });
    const tables = sqlite.all<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'`;
    if (tables.length === 0) return 'no_installation';
    if (schemaVersion(sqlite) === 0 || !tables.some(({ name }) => name === 'settings')) return 'foreign';
    return sqlite.get`SELECT 1 FROM settings WHERE name = 'installationId'` === undefined
      ? 'no_installation'
      : 'installation';
  } catch (error) {
    if (isFaultyFile(error)) return 'damaged';
    if (readOnly && error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === READ_ONLY)
      return contentOf(file, false);
    throw error;
  }
}

/** SQLite's code for what only writing can do. */
const READ_ONLY = 8;
