import { expect, test } from 'vitest';
import { firstSign, graphemes, shortened } from './graphemes.ts';

/** Each is one sign to its reader. */
const SIGNS = ['a', 'é', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦', '👍🏽', '1️⃣', '❤️‍🔥', 'क्ष', 'ก็', '각', 'עִ', 'ﷺ', '𝒜', '\r\n'];

test.each(SIGNS)('%s is one sign: the first of a name, counted once, and never cut in two', (sign) => {
  expect([...graphemes(sign)]).toEqual([sign]);
  expect(firstSign(`${sign} and more`)).toBe(sign);
  expect(shortened(sign.repeat(5), 5)).toBe(sign.repeat(5));
  expect(shortened(`${sign.repeat(4)}ab`, 5)).toBe(`${sign.repeat(4).trimEnd()}…`);
});

test('a letter with marks without end stays bounded', () => {
  const marked = `z${'\u0301'.repeat(50_000)}`;
  expect(firstSign(marked).length).toBeLessThan(100);
  expect(shortened(`${marked} and more`, 10).length).toBeLessThan(300);
  expect(shortened(`Hello ${marked}`, 10)).toBe('Hello…');
});

test('nothing has no first sign', () => {
  expect(firstSign('')).toBe('');
});
