import { expect, test } from 'vitest';
import { passphraseStrength } from './backups.tsx';

test.each([
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcabcabcabcabc', 'weak'],
  ['correct horse', 'weak'],
  ['correct horse bat', 'fair'],
  ['a bell that counts to nine', 'good'],
  ['k7#Pw!zQ2$vL9@xN', 'fair'],
])('rates "%s" as %s', (passphrase, strength) => {
  expect(passphraseStrength(passphrase)).toBe(strength);
});
