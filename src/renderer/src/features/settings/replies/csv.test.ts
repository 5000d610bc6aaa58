import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromCsv, toCsv } from './csv.ts';

it('gives back what it wrote, whatever the fields hold', () => {
  const field = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', ' ', 'a') }));
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field), { minLength: 1 }), (rows) => {
      const first = ['shortcut', 'text'];
      expect(fromCsv(toCsv([first, ...rows]))).toEqual([first, ...rows, ['']]);
    }),
  );
});

it.each([
  ['shortcut;text\r\nhours;"9 to 18; Sundays not"\r\n', [['shortcut', 'text'], ['hours', '9 to 18; Sundays not'], ['']]],
  ['a\tb\nc\td', [['a', 'b'], ['c', 'd']]],
  ['a,b\r\rc,"say ""hi""\r\nthere"', [['a', 'b'], [''], ['c', 'say "hi"\r\nthere']]],
  ['hours,5" of rain', [['hours', '5" of rain']]],
])('reads %j', (text, rows) => {
  expect(fromCsv(text)).toEqual(rows);
});

it('does not read a text whose quotation mark is never closed', () => {
  expect(fromCsv('hours,"9 to 18\nstock,yes')).toBeUndefined();
});
