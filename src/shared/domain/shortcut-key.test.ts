import { expect, it } from 'vitest';
import { shortcutKey } from './saved-replies.ts';

it.each([
  ['hello', 'HELLO'],
  ['привет', 'Привет'],
  ['öl', 'ÖL'],
  ['caf\u00e9', 'CAFE\u0301'],
  ['οδος', 'ΟΔΟΣ'],
  ['οδοσ', 'οδος'],
  ['straße', 'STRASSE'],
  ['stra\u1e9ee', 'straße'],
])('treats %s and %s as equal', (a, b) => {
  expect(shortcutKey(a)).toBe(shortcutKey(b));
});

it.each([
  ['hello', 'hello2'],
  ['cafe', 'café'],
  ['a-b', 'a_b'],
])('tells %s from %s', (a, b) => {
  expect(shortcutKey(a)).not.toBe(shortcutKey(b));
});
