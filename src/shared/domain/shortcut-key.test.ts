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
])('treats %s and %s as equal', (one, other) => {
  expect(shortcutKey(one)).toBe(shortcutKey(other));
});

it.each([
  ['hello', 'hello2'],
  ['cafe', 'café'],
  ['a-b', 'a_b'],
])('tells %s from %s', (one, other) => {
  expect(shortcutKey(one)).not.toBe(shortcutKey(other));
});
