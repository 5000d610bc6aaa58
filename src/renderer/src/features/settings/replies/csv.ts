/** What may stand between the fields; spreadsheet programs of many countries write a semicolon. */
const SEPARATORS = [',', ';', '\t'] as const;

/** Rows of fields as CSV (RFC 4180), with a mark at the beginning by which spreadsheet programs know UTF-8. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
}

/** The rows of a CSV text, also empty ones, so that they are counted as a spreadsheet does; undefined where a quotation mark is never closed. */
export function fromCsv(text: string): readonly (readonly string[])[] | undefined {
  const source = text.replace(/^\uFEFF/u, '');
  const separator = separatorOf(source);
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const endField = (): void => {
    rows.at(-1)?.push(field);
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

function quoted(field: string): string {
  return /[",;\t\r\n]|^\s|\s$/u.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** The one that the first line has most of. */
function separatorOf(source: string): string {
  const line = /^[^\r\n]*/u.exec(source)?.[0] ?? '';
  const count = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best));
}
