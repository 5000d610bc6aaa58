import { expect, it } from 'vitest';
import { withHttps } from './addresses.ts';

it.each([
  ['shop.example', 'https://shop.example'],
  ['shop.example/hook?to=a', 'https://shop.example/hook?to=a'],
  ['chat.shop.example:8443', 'https://chat.shop.example:8443'],
  ['магазин.рф', 'https://магазин.рф'],
])('%s is meant as %s', (typed, meant) => {
  expect(withHttps(typed)).toBe(meant);
});

it.each([
  '',
  'shop',
  'localhost:3000',
  '192.168.1.7',
  '1.2',
  'anna@shop.example',
  'mailto:anna@shop.example',
  'http://shop.example',
  'HTTPS://shop.example',
  'ftp://shop.example',
  'shop.example and more',
  'shop..example',
])('%j stays as it was typed', (typed) => {
  expect(withHttps(typed)).toBe(typed);
});
