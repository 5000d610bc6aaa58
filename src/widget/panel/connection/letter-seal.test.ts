import { expect, test } from 'vitest';
import { createLetterSeal } from './letter-seal.ts';

/** As in `docs/letterbox.md`. */
const MAILBOX = 'ab'.repeat(16) + 'cd'.repeat(16);
const SECRET = 'qDSMakQRNraVfAgWI17aMwM1J4fNC1TJvZPDg9FTiqg';
const LETTER = 'e.AAAAAAAAAAAAAAAA8-5t8DMaZKuYGRyFpU9F0XsvRvNkxmBAbaim-f1kgA';

test('a letter opens in its own window alone', async () => {
  const seal = createLetterSeal();
  expect(await seal.secretOf(MAILBOX)).toBe(SECRET);
  expect(await seal.open(LETTER, MAILBOX)).toBe('{"kind":"ping"}');
  await expect(seal.open(LETTER, `${MAILBOX.slice(0, -1)}0`)).rejects.toThrow();
  await expect(seal.open(`${LETTER.slice(0, -4)}AAAA`, MAILBOX)).rejects.toThrow();
  // From an app that was told no secret.
  expect(await seal.open('{"kind":"ping"}', MAILBOX)).toBe('{"kind":"ping"}');
});
