import { expect, it } from 'vitest';
import { avatarHue, initials } from './avatar.tsx';

it.each([
  ['Anna Petrova', 'AP'],
  ['anna', 'A'],
  ['Jean-Luc van der Berg', 'JB'],
  ['Ольга', 'О'],
  ['7 Eleven', '7E'],
  ['  "Bob"  ', 'B'],
  ['क्ष्मा देवी', 'क्ष्मादे'],
  ['e\u0301tienne', 'E\u0301'],
  ['1️⃣ Shop', '1️⃣S'],
])('initials of %s are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it('returns no initials for a name without letters', () => {
  expect(initials('🙂 !')).toBeUndefined();
});

it('returns the same colour for the same seed, and different ones for different seeds', () => {
  expect(avatarHue('42')).toBe(avatarHue('42'));
  expect(new Set(['1', '2', '3', '4', '5', '6', '7', '8'].map(avatarHue)).size).toBeGreaterThan(3);
});
