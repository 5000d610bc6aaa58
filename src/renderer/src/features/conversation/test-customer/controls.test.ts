import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepIdentity, newIdentity, senderIdOf, typedIdOf } from './controls.tsx';

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

beforeEach(() => vi.stubGlobal('window', { localStorage: memory() }));
afterEach(() => vi.unstubAllGlobals());

it('remembers the customer of a channel', () => {
  const first = keepIdentity('c1').getState();
  expect(keepIdentity('c1').getState()).toEqual(first);
  expect(keepIdentity('c2').getState().senderId).not.toBe(first.senderId);
  keepIdentity('c1').setState({ senderId: '7', name: 'Ben' });
  expect(keepIdentity('c1').getState()).toEqual({ senderId: '7', name: 'Ben' });
});

it.each(['', '{', '7', 'null', '{"senderId":7,"name":"x"}'])('starts over if %j was stored', (stored) => {
  window.localStorage.setItem('counterbell.test-customer.c1', stored);
  expect(JSON.parse(keepIdentity('c1').getState().senderId)).toMatch(/^test-/);
});

it('creates a new id each time', () => {
  expect(newIdentity().senderId).not.toBe(newIdentity().senderId);
});

it.each([
  ['7', '7'],
  ['9007199254740993', '9007199254740993'],
  ['test-1', '"test-1"'],
  [' Anna ', '"Anna"'],
  ['007', '"007"'],
  ['1.5', '"1.5"'],
])('reads %j as the id %s, and shows it the same way', (typed, senderId) => {
  expect(senderIdOf(typed)).toBe(senderId);
  expect(typedIdOf(senderId)).toBe(typed.trim());
});

it('reads an empty text as no id', () => {
  expect(senderIdOf('  ')).toBeUndefined();
});

it('shows and reads a string of digits in quotes', () => {
  expect(senderIdOf('"7"')).toBe('"7"');
  expect(typedIdOf('"7"')).toBe('"7"');
});
