import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from './text-cutting.ts';

const points = (text: string): number => Array.from(text).length;
const graphemes = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);

const family = '👨‍👩‍👧‍👦';
const unit = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 3, arbitrary: fc.constantFrom(' ', '\n', '\r\n', 'word', family, '🇸🇪', 'é̂', '\u200d', '🙂') },
);
const text = fc.array(unit, { maxLength: 60 }).map((units) => units.join(''));
const limit = fc.integer({ min: 1, max: 40 });

/** The start of each grapheme, and of each code point inside a grapheme over the limit. */
function placesToCut(whole: string, most: number): ReadonlySet<number> {
  const places = new Set<number>();
  let at = 0;
  for (const grapheme of graphemes(whole)) {
    places.add(at);
    for (const point of grapheme) {
      if (points(grapheme) > most) places.add(at);
      at += point.length;
    }
  }
  return places;
}

describe('cutText', () => {
  test('the parts joined are the text; none is empty or over the limit; cuts fall between graphemes that fit', () => {
    fc.assert(
      fc.property(text, limit, (whole, most) => {
        const parts = cutText(whole, most);
        expect(parts.join('')).toBe(whole);
        const allowed = placesToCut(whole, most);
        let cut = 0;
        for (const part of parts) {
          expect(points(part)).toBeLessThanOrEqual(most);
          if (whole === '') continue;
          expect(part).not.toBe('');
          expect(allowed).toContain(cut);
          cut += part.length;
        }
        expect(cutText(whole, Math.max(1, points(whole)))).toEqual([whole]);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['🙂', 'x'])(
    '1000 code points are one part, 1001 are two, regardless of their UTF-16 length: %s',
    (sign) => {
      expect([1000, 1001].map((amount) => cutText(sign.repeat(amount)).length)).toEqual([1, 2]);
    },
  );

  test('a line break near the end is preferred to a later space, and a space to the middle of a word', () => {
    expect(cutText(`${'x'.repeat(35)}\n${'y'.repeat(2)} ${'z'.repeat(10)}`, 40)).toEqual([
      `${'x'.repeat(35)}\n`,
      `yy ${'z'.repeat(10)}`,
    ]);
    expect(cutText(`${'x'.repeat(35)} ${'z'.repeat(10)}`, 40)).toEqual([`${'x'.repeat(35)} `, 'z'.repeat(10)]);
  });

  test('a break far from the end is ignored, since it would leave a short part', () => {
    expect(cutText(`a ${'x'.repeat(60)}`, 40)).toEqual([`a ${'x'.repeat(38)}`, 'x'.repeat(22)]);
  });

  test('a single grapheme over the limit is cut between code points', () => {
    const tower = `a${'\u0301'.repeat(25)}`;
    expect(cutText(tower, 10).map(points)).toEqual([10, 10, 6]);
    expect(cutText(family, 3)).toEqual(['👨‍👩', '‍👧‍', '👦']);
  });
});
