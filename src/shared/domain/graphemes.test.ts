import { expect, test } from 'vitest';
import { codePoints } from '#shared/protocol/code-points.ts';
import { countSigns, firstSign, graphemes, shortened, signStart } from './graphemes.ts';

/** Each is one sign to its reader. */
const SIGNS = ['a', 'é', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦', '👍🏽', '1️⃣', '❤️‍🔥', 'क्ष', 'ก็', '각', 'עִ', 'ﷺ', '𝒜', '\r\n'];

test.each(SIGNS)('%s is one sign: the first of a name, counted once, and never cut in two', (sign) => {
  expect([...graphemes(sign)]).toEqual([sign]);
  expect(firstSign(`${sign} and more`)).toBe(sign);
  expect(shortened(sign.repeat(5), 5)).toBe(sign.repeat(5));
  expect(shortened(`${sign.repeat(4)}ab`, 5)).toBe(`${sign.repeat(4).trimEnd()}…`);
});

test.each(SIGNS)(
  '%s counts as one sign against a limit of code points or units, and no place is in its middle',
  (sign) => {
    const size = codePoints(sign);
    expect(countSigns(sign.repeat(10), 1000, codePoints)).toEqual({ length: 10, most: 1010 - 10 * size });
    expect(countSigns(sign.repeat(10), 4 * sign.length)).toEqual({ length: 10, most: 4 });
    for (let at = 0; at < sign.length; at += 1) expect(signStart(`ab${sign}c`, 2 + at)).toBe(2);
    expect(signStart(`ab${sign}`, 2 + sign.length)).toBe(2 + sign.length);
  },
);

test('a letter with marks without end stays bounded', () => {
  const marked = `z${'\u0301'.repeat(50_000)}`;
  expect(firstSign(marked).length).toBeLessThan(100);
  expect(shortened(`${marked} and more`, 10).length).toBeLessThan(300);
  expect(shortened(`Hello ${marked}`, 10)).toBe('Hello…');
});

test('each letter whose sign is found without a segmenter is one', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /^(?!\p{M})[ -~\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}]$/u.test(letter),
  );
  expect(all.length).toBeGreaterThan(90_000);
  expect([...graphemes(all.join(''))]).toEqual(all);
  expect(all.filter((letter) => firstSign(`${letter}b`) !== letter)).toEqual([]);
});

test('nothing has no first sign', () => {
  expect(firstSign('')).toBe('');
});
