import type { SQLInputValue } from 'node:sqlite';

/** A row as the rest reads it: fields in camelCase, ids as decimal strings, JSON as what it says; what is null is absent. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns that are kept as JSON. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...['fields', 'last_fields', 'event', 'error', 'delivery_error', 'log', 'before', 'after'],
  ...['seen', 'tags', 'rating', 'before_close', 'takes', 'hours', 'greeting', 'away'],
]);

/** How a column is called here, and how it is read. */
interface Field {
  readonly name: string;
  readonly kind: 'id' | 'json' | 'plain';
}

const fields = new Map<string, Field>();

function fieldOf(column: string): Field {
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
  // It becomes a part of the question.
  if (!/^[a-z]+$/i.test(name)) throw new Error(`${name} is no name of a column`);
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A database's row as one of ours. */
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

/** A value as a database takes it: nothing is null, flags are numbers, lists and objects JSON. */
export function toColumn(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  return JSON.stringify(value);
}
