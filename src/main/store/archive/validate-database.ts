import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ContractError } from '#shared/contract/errors.ts';
import { Sql } from '../sql.ts';
import { Sqlite } from '../sqlite/sqlite.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { createSchema, schemaVersion } from '../sqlite/schema.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '#shared/contract/audited.ts';
import { DEVICE_KINDS } from '#shared/contract/joining.ts';
import { author, chatState } from '#shared/domain/entities.ts';

/** Far above any text of ours; a longer one is not read into memory. */
export const FOREIGN_LIMITS = { length: 16 * 1024 * 1024 } as const;

/** Digests of the schemas of older versions, by number: what `schemaDigest` said of a new database of theirs. */
export const FORMER_SCHEMAS: Readonly<Record<number, string>> = {
  24: '4a0017e4b32701d6e0e4a2e783622f71afd80fda59aecb228108ea6900700acc',
  25: 'd4ad62cc7291477e3f9c6292241e1aa1c2c8f90193c6c87c2782c0c4491ad643',
  26: '1b31f4a6568844a1667fc7abeff30941573c1def3f7adf511e72862100a44c76',
  27: '752263bafcb40bd7f506fc0fa5647b17eaa633cfa623908e55941f5d660c141d',
  28: '40e7e0f76d1fc88c629c3da12689079bec3651614ee89219515d2639cea00889',
};

/** Tables that SQLite adds and does not require: statistics for its planner. */
const STATISTICS: ReadonlySet<string> = new Set([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

const HEADER = 100;
const INTERIOR = 5;
const LEAF = 13;
/** Maximum number of pages in the tree that holds the schema; ours has a dozen. */
const SCHEMA_PAGES = 100;

/**
 * Accepts a foreign database file if its schema is ours, or was in an older version, and its tables are intact. Returns
 * whether it is of an older one. Coded error: backup_unusable; throws SQLite's own errors for a damaged file.
 */
export function validateDatabase(file: string): boolean {
  refuseEndlessSchema(file);
  using sqlite = new Sqlite(immutableUrl(file), { readOnly: true, limits: FOREIGN_LIMITS });
  sqlite.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  const version = schemaVersion(sqlite);
  if (version > SCHEMA_VERSION) throw unusable(phrase('errors:refusals.backup.newer'));
  const known = version === SCHEMA_VERSION ? ourSchemaDigest() : FORMER_SCHEMAS[version];
  if (schemaDigest(sqlite) !== known) throw unusable(phrase('errors:refusals.backup.otherDatabase'));
  // One row per table shows whether it is intact; each page is visited once, whatever the file claims.
  for (const table of [...tablesOf(sqlite), 'sqlite_sequence']) {
    if (sqlite.value`PRAGMA quick_check("${new Sql(table)}")` !== 'ok')
      throw unusable(phrase('errors:refusals.backup.databaseDamaged'));
  }
  return version < SCHEMA_VERSION;
}

/** Opens the file immutable: SQLite looks for no journal beside it and writes neither into it nor next to it. */
export function immutableUrl(file: string): string {
  const address = pathToFileURL(file);
  address.search = '?mode=ro&immutable=1';
  return address.href;
}

/** Names of the ordinary tables, without SQLite's own and those of the search index. */
export function tablesOf(sqlite: Sqlite): readonly string[] {
  return sqlite.all<{ name: string }>`
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`.map(
    ({ name }) => name,
  );
}

/** Coded error for a file that is not a usable backup. */
export function unusable(reason: Phrase): ContractError {
  return new ContractError('backup_unusable', reason);
}

/** A digest of the whole schema, including SQLite's own indexes. */
function schemaDigest(sqlite: Sqlite): string {
  const rows = sqlite.all`SELECT type, name, tbl_name, sql FROM sqlite_schema`.filter(
    ({ sql }) => !STATISTICS.has(String(sql)),
  );
  const text = JSON.stringify(
    rows.map(({ type, name, tbl_name, sql }) => JSON.stringify([type, name, tbl_name, sql])).toSorted(),
  );
  return createHash('sha256').update(text).digest('hex');
}

function ourSchemaDigest(): string {
  using fresh = new Sqlite(':memory:', { readOnly: false });
  createSchema(fresh);
  return schemaDigest(fresh);
}

/**
 * SQLite reads the whole schema before any query. A page that occurs in its own tree would make it read forever, so the
 * tree is walked here first: each page once, up to a limit.
 */
function refuseEndlessSchema(file: string): void {
  const opened = openSync(file, 'r');
  try {
    const read = (length: number, position: number): Buffer => {
      const bytes = Buffer.alloc(length);
      readSync(opened, bytes, 0, length, position);
      return bytes;
    };
    const header = read(HEADER, 0);
    if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
      throw unusable(phrase('errors:refusals.backup.noDatabase'));
    const stated = header.readUInt16BE(16);
    const pageSize = stated === 1 ? 65_536 : stated;
    const seen = new Set<number>();
    const waiting = [1];
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      if (seen.has(page) || seen.size === SCHEMA_PAGES)
        throw unusable(phrase('errors:refusals.backup.databaseDamaged'));
      seen.add(page);
      waiting.push(...childrenOf(read(pageSize, (page - 1) * pageSize), page === 1 ? HEADER : 0));
    }
  } finally {
    closeSync(opened);
  }
}

/** Child pages of a table's page (sqlite.org/fileformat2.html, section 1.6); `start`: offset of its own header. */
function childrenOf(page: Buffer, start: number): readonly number[] {
  const kind = page[start];
  if (kind === LEAF) return [];
  if (kind !== INTERIOR) throw unusable(phrase('errors:refusals.backup.databaseDamaged'));
  const cells = page.readUInt16BE(start + 3);
  if (cells > SCHEMA_PAGES) throw unusable(phrase('errors:refusals.backup.databaseDamaged'));
  const offsets = Array.from({ length: cells }, (_, cell) => page.readUInt16BE(start + 12 + 2 * cell));
  if (offsets.some((offset) => offset + 4 > page.length))
    throw unusable(phrase('errors:refusals.backup.databaseDamaged'));
  return [...offsets.map((offset) => page.readUInt32BE(offset)), page.readUInt32BE(start + 8)];
}

const json = (column: string, ...kinds: readonly string[]): string =>
  `(${column} IS NULL OR (json_valid(${column}) AND json_type(${column}) IN (${list(kinds)})))`;
const digest = (column: string): string =>
  `(${column} IS NULL OR (octet_length(${column}) = 64 AND length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'))`;
const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** Rules beyond the types of the columns: JSON that is read without checks, digests that become file names. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  settings: ['json_valid(value)'],
  certificates: [json('names', 'array')],
  operators: [json('quiet_hours', 'object'), json('channels', 'array')],
  channels: [json('takes', 'array'), json('hours', 'object'), json('away', 'object'), json('box', 'object')],
  devices: [`kind IN (${list(DEVICE_KINDS)})`, json('push', 'object')],
  customers: [json('external_id', 'text', 'integer', 'real'), json('given', 'object'), json('filled_by_bot', 'array')],
  chats: [
    `state IN (${list(chatState.options)})`,
    json('before_close', 'object'),
    json('rating', 'object'),
    json('tags', 'array'),
  ],
  messages: [
    `author IN (${list(author.options)})`,
    json('fields', 'object'),
    json('formatted', 'array'),
    json('event', 'object'),
  ],
  deliveries: ["state IN ('sending', 'delivered', 'failed')", json('body', 'object'), json('error', 'object')],
  bot_events: [json('log', 'array')],
  audit: ['count > 0', `action IN (${list(AUDIT_ACTIONS)})`, `ifnull(kind, 'settings') IN (${list(AUDIT_KINDS)})`],
  contact_merges: [json('before', 'object'), json('after', 'object')],
  hosted_files: [digest('digest')],
  stickers: [digest('digest')],
  saved_reply_files: [digest('digest')],
  media_files: [digest('digest')],
  media_links: [digest('digest')],
  uploads: [digest('digest')],
};

/**
 * Refuses rows that we could not have written: numbers beyond `largest`, dangling references, and violations of
 * `RULES`. What SQLite checks (types, NOT NULL, unique keys) was checked when they were copied. Coded error:
 * backup_unusable.
 */
export function refuseForeignValues(sqlite: Sqlite, largest: number): void {
  for (const table of tablesOf(sqlite)) {
    const columns = sqlite.all<{ name: string; type: string }>`PRAGMA table_info("${new Sql(table)}")`;
    const numbers = columns.filter(({ type }) => type === 'INTEGER');
    const rules = [
      ...numbers.map(({ name }) => `ifnull("${name}", 0) BETWEEN -${largest} AND ${largest}`),
      ...(RULES[table] ?? []),
    ];
    const broken = new Sql(`"${table}" WHERE NOT (${rules.join(' AND ')})`);
    if (rules.length > 0 && sqlite.value`SELECT 1 FROM ${broken} LIMIT 1` === 1) refuse();
  }
  if (sqlite.value`SELECT 1 FROM pragma_foreign_key_check LIMIT 1` === 1) refuse();
}

function refuse(): never {
  throw unusable(phrase('errors:refusals.backup.databaseDamaged'));
}
