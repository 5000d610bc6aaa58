import type { CustomTypesConfig } from 'pg';
import { toColumn } from '../connection.ts';

/** PostgreSQL's numbers of types: int8, int2, int4, float4, float8, numeric. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700]);
const BOOLEAN = 16;

/** What results are read as, the same as SQLite's: numbers, flags as 1 and 0, all else as text. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (type: number) => {
    if (NUMBERS.has(type)) return Number;
    return type === BOOLEAN ? (text: string) => (text === 't' ? 1 : 0) : String;
  },
};

/**
 * Converts a value for the database. PostgreSQL's texts cannot hold NUL: its picture stands for it, also where JSON has
 * escaped it.
 */
export function toParameter(value: unknown): ReturnType<typeof toColumn> {
  const column = toColumn(value);
  if (typeof column !== 'string') return column;
  return typeof value === 'string'
    ? column.replaceAll('\0', '\u2400')
    : column.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\u2400');
}
