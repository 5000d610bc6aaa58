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

/** What PostgreSQL cannot hold, as JSON escapes it: NUL, and halves of a character. */
const ESCAPED = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f]..)/g;

/**
 * Converts a value for the database. For NUL stands its picture; half a character becomes U+FFFD, as in every text that
 * is encoded.
 */
export function toParameter(value: unknown): ReturnType<typeof toColumn> {
  const column = toColumn(value);
  if (typeof column !== 'string') return column;
  if (typeof value === 'string') return column.replaceAll('\0', '\u2400');
  return column.replaceAll(
    ESCAPED,
    (_match, before: string, code: string) => before + (code === '0000' ? '\u2400' : '\ufffd'),
  );
}
