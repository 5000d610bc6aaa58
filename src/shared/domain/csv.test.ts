import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('a table as CSV', () => {
  /** The only field of a one-field table, as a spreadsheet program sees it. */
  const seen = (text: string): string => {
    const field = toCsv([[text]]).slice(1, -2);
    return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
  };

  it('has a line for each row, and quotes special characters', () => {
    expect(
      toCsv([
        ['Name', 'Chats'],
        ['Anna "the first", Ltd', 12],
        ['two\nlines', null],
      ]),
    ).toBe('\uFEFFName,Chats\r\n"Anna ""the first"", Ltd",12\r\n"two\nlines",\r\n');
  });

  it('keeps numbers as numbers, including negative ones', () => {
    expect(toCsv([[-1.5, 0]])).toBe('\uFEFF-1.5,0\r\n');
  });

  const signs = [
    '=',
    '+',
    '-',
    '@',
    '\t=',
    '\r=',
    ' =',
    '\n=',
    '\u200B=',
    '\uFEFF=',
    '"=',
    '" =',
    "'=",
    '＝',
    '＋',
    '－',
    '＠',
  ];
  it.each([...signs, '|', '%'])('never lets a text that begins with %j become a formula', (sign) => {
    expect(seen(`${sign}1"`)).toBe(`'${sign}1"`);
  });

  it('leaves every other text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect([text, `'${text}`]).toContain(seen(text));
        expect(seen(text)).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});
