import { expect, it } from 'vitest';
import { keepIdentity, newIdentity, recallIdentity, senderIdOf, typedIdOf } from './identity.ts';

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  };
}

it('remembers the customer of a channel', () => {
  const storage = memory();
  const first = recallIdentity(storage, 'c1');
  expect(recallIdentity(storage, 'c1')).toEqual(first);
  expect(recallIdentity(storage, 'c2').senderId).not.toBe(first.senderId);
  keepIdentity(storage, 'c1', { senderId: '7', name: 'Ben' });
  expect(recallIdentity(storage, 'c1')).toEqual({ senderId: '7', name: 'Ben' });
});

it.each(['', '{', '7', 'null', '{"senderId":7,"name":"x"}'])('begins anew where %j was stored', (stored) => {
  const storage = memory();
  storage.setItem('counterbell.test-customer.c1', stored);
  expect(JSON.parse(recallIdentity(storage, 'c1').senderId)).toMatch(/^test-/);
});

it('makes a new id each time', () => {
  expect(newIdentity().senderId).not.toBe(newIdentity().senderId);
});

it.each([
  ['7', '7'],
  ['9007199254740993', '9007199254740993'],
  ['test-1', '"test-1"'],
  [' Anna ', '"Anna"'],
  ['007', '"007"'],
  ['1.5', '"1.5"'],
])('typed %j is the id %s and is shown the same way', (typed, senderId) => {
  expect(senderIdOf(typed)).toBe(senderId);
  expect(typedIdOf(senderId)).toBe(typed.trim());
});

it('takes nothing for no id', () => {
  expect(senderIdOf('  ')).toBeUndefined();
});

it('shows digits that are text in quotes, and takes them so', () => {
  expect(senderIdOf('"7"')).toBe('"7"');
  expect(typedIdOf('"7"')).toBe('"7"');
});
