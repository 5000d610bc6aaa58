/** What may stand between the fields; spreadsheet programs of many countries write a semicolon. */
const SEPARATORS = [',', ';', '\t'] as const;

export type Cell = string | number | null;

/** What a spreadsheet program counts with, or runs, also behind blanks, marks nobody sees and a quotation mark; full-width signs are taken for the plain ones. */
const FORMULA = /^'*["\s\p{Cf}]*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * A table as CSV (RFC 4180), with a mark at the beginning by which spreadsheet programs know UTF-8. A text that one of
 * them could take for a formula begins with an apostrophe, which makes it text; `fromCsv` takes it away again.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`;
}

/** The rows of a CSV text, also empty ones, so that they are counted as a spreadsheet does; undefined where a quotation mark is never closed. */
export function fromCsv(text: string): readonly (readonly string[])[] | undefined {
  const source = text.replace(/^\uFEFF/u, '');
  const separator = separatorOf(source);
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const endField = (): void => {
    rows.at(-1)?.push(withoutGuard(field));
    field = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    const next = source.charAt(at + 1);
    if (isQuoted && sign === '"' && next === '"') {
      field += sign;
      at += 1;
    } else if (sign === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (isQuoted) field += sign;
    else if (sign === separator) endField();
    else if (sign === '\n' || (sign === '\r' && next !== '\n')) {
      endField();
      rows.push([]);
    } else if (sign !== '\r') field += sign;
  }
  endField();
  return isQuoted ? undefined : rows;
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n']|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutGuard(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}

/** The one that the first line has most of. */
function separatorOf(source: string): string {
  const line = /^[^\r\n]*/u.exec(source)?.[0] ?? '';
  const count = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best));
}
