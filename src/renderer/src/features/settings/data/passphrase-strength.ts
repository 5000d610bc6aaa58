/** Letters of each kind that a guesser has to try. */
const KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
] as const;

/** How hard it is to guess, roughly: from how long and how varied it is. */
export function passphraseStrength(passphrase: string): 'weak' | 'fair' | 'good' {
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(passphrase) ? size : 0), 0);
  const different = new Set(passphrase.toLowerCase()).size;
  // What is said twice is hardly more to guess.
  const bits =
    Math.min(passphrase.length, different * 3) * Math.log2(Math.max(2, alphabet)) * (different < 6 ? 0.4 : 1);
  // Words have about half of what random letters have.
  if (bits / 2 < 37) return 'weak';
  return bits / 2 < 55 ? 'fair' : 'good';
}
