import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTerms, searchTerms, searchWords } from './search-terms.ts';

const wordsOf = (text: string) => searchWords(text).map(({ word }) => word);
const marked = (text: string, question: string) =>
  findTerms(searchWords(text), searchTerms(question))?.map(({ start, end }) => text.slice(start, end));

describe('the words of a text', () => {
  test('ignore case, diacritics and forms', () => {
    const words = wordsOf('Crème BRÛLÉE, Straße & Ærø; ÅNGSTRÖM Łódź İstanbul ﬁn １２').join(' ');
    expect(words).toBe('creme brulee strasse aero angstrom lodz istanbul fin 12');
  });

  test('keep letters that only look accented, and lose points and accents', () => {
    expect(wordsOf('мой мои Ёлка за́мок')).toEqual(['мой', 'мои', 'елка', 'замок']);
    expect(wordsOf('שָׁלוֹם مَرْحَبًا')).toEqual(['שלום', 'مرحبا']);
    expect(wordsOf('한국어')).toEqual(['한국어']);
  });

  test('are single characters in scripts without spaces', () => {
    expect(wordsOf('青いランプ abc')).toEqual(['青', 'い', 'ラ', 'ン', 'プ', 'abc']);
    expect(marked('我想要蓝色的灯', '蓝色')).toEqual(['蓝', '色']);
  });

  test('are at their stated positions, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        let last = 0;
        for (const { word, start, end } of searchWords(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(wordsOf(text.slice(start, end))).toEqual([word]);
          last = end;
        }
      }),
    );
  });
});

describe('a query', () => {
  test('matches prefixes of words, in any order', () => {
    expect(marked('The blue lamp came yesterday', 'LAM blu')).toEqual(['lamp', 'blue']);
    expect(marked('The blue lamp', 'lamp green')).toBeUndefined();
  });

  test('in quotes is a phrase of whole words', () => {
    expect(marked('a blue lamp and a lamp, blue', '"blue lamp"')).toEqual(['blue', 'lamp']);
    expect(marked('a blue lampshade', '"blue lamp"')).toBeUndefined();
    expect(marked('a blue lampshade', '«blue lamp')).toEqual(['blue', 'lampshade']);
  });

  test('of an address matches its parts next to one another', () => {
    expect(marked('Write to Anna.Berg@shop.example!', 'anna.berg@shop.ex')?.join(' ')).toBe('Anna Berg shop example');
    expect(marked('anna, shop, berg', 'anna.berg')).toBeUndefined();
  });

  test('without words searches for nothing', () => {
    expect(searchTerms(' "" - … *')).toEqual([]);
  });

  test('over the word limit is truncated', () => {
    expect(searchTerms('a '.repeat(100))).toHaveLength(24);
  });
});

describe('joiners, tatweel and symbols', () => {
  test.each([
    ['مـــرحـبا بك', 'مرحبا'],
    ['مرحبا بك', 'مـرحـبـا'],
    ['قُرۡءَان', 'قرءان'],
    ['می‌خواهم', 'میخواهم'],
    ['میخواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्ष'],
    ['co\u00ADoperate', 'cooperate'],
  ])('%s is found by %s', (text, query) => {
    expect(marked(`x ${text} y`, query)?.length).toBe(1);
  });

  test.each([
    ['I ❤️ it', '❤'],
    ['I ❤ it', '❤️'],
    ['Order № 5', '№'],
    ['Order №5', '№ 5'],
    ['costs 20 €', '€'],
    ['costs 20 €', '20€'],
    ['costs €20', '20 €'],
    ['costs $20', '$'],
    ['fine 👍🏽', '👍🏽'],
    ['fine 👍🏽', '👍'],
    ['fine👍', '👍'],
    ['we 👨‍👩‍👧', '👨‍👩‍👧'],
    ['from 🇩🇪', '🇩🇪'],
    ['from 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['1️⃣ first', '1'],
    ['© ™ ★ → ✓', '™ ★ ✓'],
    ['a + b', '+'],
    ['a + b', '"a b"'],
    ['a + b', '"a + b"'],
    ['a b', 'a+b'],
    ['a+b', 'a b'],
  ])('%s is found by %s', (text, query) => {
    expect(marked(text, query)).toBeDefined();
  });

  test.each([
    ['fine 👍', '👍🏽'],
    ['fine 👍', '👎'],
    ['costs 20 $', '20€'],
    ['from 🇩🇪', '🇩🇰'],
    ['a b', '"a + b"'],
    ['nothing', '❤️'],
  ])('%s is not found by %s', (text, query) => {
    expect(marked(text, query)).toBeUndefined();
  });
});
