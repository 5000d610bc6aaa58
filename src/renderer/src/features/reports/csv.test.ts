import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

/** One field of a table of one field, as a reader of CSV has it. */
function readBack(csv: string): string {
  const field = csv.slice(1, -2);
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}

describe('a table as CSV', () => {
  it('has a line for each row, and quotes what would break it', () => {
    expect(csvOf([['Name', 'Chats'], ['Anna "the first", Ltd', 12], ['two\nlines', null]])).toBe('\uFEFFName,Chats\r\n"Anna ""the first"", Ltd",12\r\n"two\nlines",\r\n');
  });

  it('leaves numbers numbers, also below zero', () => {
    expect(csvOf([[-1.5, 0]])).toBe('\uFEFF-1.5,0\r\n');
  });

  it.each(['=1+1', '+49', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200B=1', '＝1', '|cmd', '%0A'])('never lets %j be a formula', (name) => {
    expect(readBack(csvOf([[name]]))).toBe(`'${name}`);
  });

  it('keeps every other text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const back = readBack(csvOf([[text]]));
        expect([text, `'${text}`]).toContain(back);
        expect(back).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});
