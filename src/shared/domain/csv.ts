/** Possible separators; spreadsheet programs of many countries write a semicolon. */
const SEPARATORS = [',', ';', '\t'] as const;

export type Cell = string | number | null;

/** Prefixes that a spreadsheet program evaluates, also after spaces, invisible characters and a quotation mark; full-width signs count as the plain ones. */
const FORMULA = /^'*["\s\p{Cf}]*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * A table as CSV (RFC 4180), with the byte order mark by which spreadsheet programs recognize UTF-8. A text that could
 * be taken for a formula gets a leading apostrophe, which makes it text; `fromCsv` removes it.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')}`;
}

/** The rows of a CSV text, including empty ones so that row numbers match a spreadsheet's; undefined if a quotation mark is never closed. */
export function fromCsv(text: string): readonly (readonly string[])[] | undefined {
  const source = text.replace(/^\uFEFF/u, '');
  const separator = detectSeparator(source);
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const endField = (): void => {
    rows.at(-1)?.push(removeGuard(field));
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

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n']|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function removeGuard(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}

/** The separator used most in the first line. */
function detectSeparator(source: string): string {
  const line = /^[^\r\n]*/u.exec(source)?.[0] ?? '';
  const count = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best));
}
