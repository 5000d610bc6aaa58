export type Cell = string | number | null;

/** A table as CSV (RFC 4180) with a mark for Excel; nothing in it is taken for a formula by what opens it. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`;
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  // A spreadsheet counts with what begins so, also behind blanks; an apostrophe makes it text.
  const text = /^[\s\p{Cf}]*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
