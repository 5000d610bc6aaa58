import { describe, expect, it } from 'vitest';
import { isVisible, showDirections, visibleName } from './visible-text.ts';

describe('a name that nobody can see is none', () => {
  it.each([
    ['nothing', ''],
    ['spaces of any width', ' \t\u00a0\u1680\u2003\u202f\u3000\r\n'],
    ['zero-width signs', '\u200b\u200c\u200d\u2060\ufeff\u00ad'],
    ['signs of direction', '\u202e\u2066\u2069\u200f\u061c'],
    ['combining marks alone', '\u0301\u0489\u20dd'],
    ['fillers of Hangul', '\u115f\u1160\u3164\uffa0'],
    ['the blank of Braille', '\u2800'],
    ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
    ['selectors of variants', '\ufe0f\u{e0100}\u180b'],
    ['invisible operators', '\u2061\u2062\u2063\u2064'],
    ['fillers of Khmer and Mongolian', '\u17b4\u17b5\u180e'],
    ['a grapheme joiner', '\u034f'],
    ['controls', '\0\u0007\u007f\u0085'],
    ['half a sign', '\ud800'],
    ['nothing that is assigned', '\u0378\u{e0fff}'],
    ['all of them', ' \u200b\u0301\u3164\u2800\ufe0f\u202e'],
  ])('%s', (_what, name) => {
    expect(isVisible(name)).toBe(false);
    expect(visibleName(name)).toBeUndefined();
  });

  it.each(['A', '李', 'ا', '७', '.', '👩‍👩‍👧', '🇩🇪', '❤️', 'ㅤA', 'é', 'ก็', '-', '€'])('but %j is', (name) => {
    expect(visibleName(name)).toBe(name);
  });
});

it('shows the signs that turn letters around, and leaves those of honest texts', () => {
  expect(showDirections('invoice\u202egpj.exe')).toBe('invoice[U+202E]gpj.exe');
  expect(showDirections('\u202dabc\u202c')).toBe('[U+202D]abc\u202c');
  // A mark of a keyboard for Hebrew, a phone number as Windows copies it, a name as a phone puts it into a sentence.
  for (const honest of ['ליلى محمود', 'שלום\u200f!', '\u202a+972 50 123 45 67\u202c', '\u2068Anna\u2069', '\u061c5%'])
    expect(showDirections(honest)).toBe(honest);
});
