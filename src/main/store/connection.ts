import type { NewChatLimit } from './new-chats.ts';
import type { Search, SearchIndex } from './search/search.ts';
import { Sql, type Query } from './sql.ts';

/** A row in the form used elsewhere: camelCase fields, ids as decimal strings, JSON parsed; null is absent. */
export type Row = Readonly<Record<string, unknown>>;

/** The interface of transactions and queries to the database, so that another database can replace SQLite. */
export interface Connection {
  readonly get: <R extends object = Row>(...query: Query) => Promise<R | undefined>;
  readonly all: <R extends object = Row>(...query: Query) => Promise<R[]>;
  /** the first column of the first row; undefined: there is no row, or it is null there */
  readonly value: <T>(...query: Query) => Promise<T | undefined>;
  /** the first column of every row */
  readonly column: <T>(...query: Query) => Promise<T[]>;
  /** one row after the other, for large results */
  readonly each: <R extends object = Row>(...query: Query) => AsyncIterable<R>;
  /** resolves with the number of changed rows */
  readonly run: (...query: Query) => Promise<number>;
  /** resolves with the new row's id */
  readonly insert: (table: string, row: object) => Promise<string>;
  /** changes the rows with these values; resolves with their number */
  readonly update: (table: string, where: object, change: object) => Promise<number>;
  /** inserts a row, or changes the one with this key */
  readonly put: (table: string, key: object, row: object) => Promise<void>;
  readonly search: Search;
  /** the same for reading, as somebody sees it who works on these channels only */
  readonly limitedTo: (channels: readonly string[]) => Connection;
}

/** The writing thread's connection, with its state in memory. */
export interface WritingConnection extends Connection {
  readonly search: Search & SearchIndex;
  readonly newChats: {
    /** milliseconds until one more may be opened; 0: it is counted */
    readonly take: (channelId: string, limit: NewChatLimit) => number | Promise<number>;
  };
  /** what `work` deletes is overwritten */
  readonly erasing: (work: () => Promise<void>) => Promise<void>;
  /** rewrites everything, so that nothing deleted remains in free space or logs. Not within a transaction */
  readonly rewrite: () => Promise<void>;
  /** changes nothing, but the commit has to reach the disk */
  readonly touch: () => Promise<void>;
}

/**
 * The results of work that goes on at the same time; its statements are asked in the order of the list. All of it has
 * ended when this rejects: nothing of a transaction may go on after its rollback.
 */
export async function together<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [I in keyof Work]: Awaited<Work[I]> }> {
  try {
    return await Promise.all(work);
  } catch (error) {
    await Promise.allSettled(work);
    throw error;
  }
}

/** The results one after the other, as a transaction requires; undefined ones are left out. */
export async function mapInOrder<T, R>(items: Iterable<T>, work: (item: T) => Promise<R | undefined>): Promise<R[]> {
  const came: R[] = [];
  for (const item of items) {
    const one = await work(item);
    if (one !== undefined) came.push(one);
  }
  return came;
}

/** The name of the one that cannot run within a transaction. */
export const NON_TRANSACTIONAL = 'rewriteFile';

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...[
    'fields',
    'formatted',
    'last_fields',
    'customer_last_fields',
    'event',
    'error',
    'delivery_error',
    'log',
    'before',
    'after',
    'seen',
    'tags',
    'rating',
  ],
  ...[
    'before_close',
    'takes',
    'hours',
    'away',
    'names',
    'kind_settings',
    'box',
    'push',
    'quiet_hours',
    'channels',
    'card_given',
  ],
]);

/** The name of a column here, and how it is parsed. */
interface Field {
  readonly name: string;
  readonly kind: 'id' | 'json' | 'plain';
}

const fields = new Map<string, Field>();

/** The field of a column. */
export function fieldOf(column: string): Field {
  const known = fields.get(column);
  if (known !== undefined) return known;
  const name = column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const kind = JSON_COLUMNS.has(column) ? 'json' : /(?:^|_)id$/.test(column) ? 'id' : 'plain';
  const field: Field = { name, kind };
  fields.set(column, field);
  return field;
}

/** The column of a field. */
export function columnOf(name: string): string {
  // It becomes part of the SQL.
  if (!/^[a-z]+$/i.test(name)) throw new Error(`${name} is no name of a column`);
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a database row to ours. */
export function fromColumns(row: Readonly<Record<string, unknown>>): Row {
  const read: Record<string, unknown> = {};
  for (const column of Object.keys(row)) {
    const value = row[column];
    if (value === null) continue;
    const { name, kind } = fieldOf(column);
    read[name] = kind === 'plain' ? value : kind === 'id' ? String(value) : (JSON.parse(String(value)) as unknown);
  }
  return read;
}

/** Converts a value for the database: undefined to null, flags to numbers, lists and objects to JSON. */
export function toColumn(value: unknown): string | number | bigint | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  return JSON.stringify(value);
}

const valuesOf = (row: object): readonly unknown[] => Object.values(row);

const texts = new Map<string, string>();

/** The text of a statement, by its table and fields: building it for each row would be slow. */
function written(shape: string, write: () => string): string {
  const text = texts.get(shape) ?? write();
  texts.set(shape, text);
  return text;
}

/** Inserts a row. */
export function insertion(table: string, row: object): Sql {
  const names = Object.keys(row);
  const text = written(`${table}+${names.join()}`, () => {
    const placeholders = names.map(() => '?').join(', ');
    return `INSERT INTO ${table} (${names.map(columnOf).join(', ')}) VALUES (${placeholders})`;
  });
  return new Sql(text, valuesOf(row));
}

/** Changes the rows with these values. */
export function alteration(table: string, where: object, change: object): Sql {
  const [known, changed] = [Object.keys(where), Object.keys(change)];
  const text = written(`${table}=${changed.join()}?${known.join()}`, () => {
    const equal = (names: readonly string[]): string[] => names.map((name) => `${columnOf(name)} = ?`);
    return `UPDATE ${table} SET ${equal(changed).join(', ')} WHERE ${equal(known).join(' AND ')}`;
  });
  return new Sql(text, [...valuesOf(change), ...valuesOf(where)]);
}
