export type Cell = string | number | null;

/** Prefixes that a spreadsheet program evaluates, also after spaces, invisible characters and a quotation mark; full-width signs count as the plain ones. */
const FORMULA = /^'*["\s\p{Cf}]*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * A table as CSV (RFC 4180), with the byte order mark by which spreadsheet programs recognize UTF-8. A text that could
 * be taken for a formula gets a leading apostrophe, which makes it text.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map(toCsvLine).join('')}`;
}

/** One row of such a table. */
export function toCsvLine(row: readonly Cell[]): string {
  return `${row.map(toField).join(',')}\r\n`;
}

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n']|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text as it was before it was written to such a table. */
export function fromCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
