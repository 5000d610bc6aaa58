import { expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

it.each([
  ['en', ['0 bytes', '1 byte', '2 bytes', '44 bytes', '999 bytes']],
  ['de', ['0 Byte', '1 Byte', '2 Byte', '44 Byte', '999 Byte']],
  ['es', ['0 bytes', '1 byte', '2 bytes', '44 bytes', '999 bytes']],
  ['pt-BR', ['0 byte', '1 byte', '2 bytes', '44 bytes', '999 bytes']],
  ['ru', ['0 байт', '1 байт', '2 байта', '44 байта', '999 байт']],
])('counts bytes in the forms of %s', (language, words) => {
  expect([0, 1, 2, 44, 999].map((bytes) => fileSize(bytes, language).replaceAll('\u00a0', ' '))).toEqual(words);
});

it.each([
  [1000, '1 kB'],
  [1500, '1.5 kB'],
  [9960, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [1_400_000, '1.4 MB'],
  [25_000_000, '25 MB'],
  [999_999_999, '1 GB'],
  [5e15, '5,000 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes, 'en')).toBe(words);
});
