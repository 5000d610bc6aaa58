import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCsv, toCsv } from './csv.ts';

it('reads back what it wrote, whatever the fields contain', () => {
  const field = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', ' ', 'a', '=', "'", '-') }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field), { minLength: 1 }), (rows) => {
      const first = ['shortcut', 'text'];
      expect(fromCsv(toCsv([first, ...rows]))).toEqual([first, ...rows, ['']]);
    }),
  );
});

it.each([
  [
    'shortcut;text\r\nhours;"9 to 18; Sundays not"\r\n',
    [['shortcut', 'text'], ['hours', '9 to 18; Sundays not'], ['']],
  ],
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,b\r\rc,"say ""hi""\r\nthere"', [['a', 'b'], [''], ['c', 'say "hi"\r\nthere']]],
  ['hours,5" of rain', [['hours', '5" of rain']]],
])('reads %j', (text, rows) => {
  expect(fromCsv(text)).toEqual(rows);
});

it('rejects a text with an unclosed quotation mark', () => {
  expect(fromCsv('hours,"9 to 18\nstock,yes')).toBeUndefined();
});

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

  it.each([
    '=1+1',
    '+49',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\n=1',
    '\u200B=1',
    '\uFEFF=1',
    '"=1',
    '" =1"',
    "'=1",
    '＝1',
    '＋1',
    '－1',
    '＠A',
    '|cmd',
    '%0A',
  ])('never lets %j become a formula', (text) => {
    expect(seen(text)).toBe(`'${text}`);
    expect(fromCsv(toCsv([[text]]))?.[0]).toEqual([text]);
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
