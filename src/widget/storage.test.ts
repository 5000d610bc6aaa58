import { expect, it } from 'vitest';
import { fakeStorage } from '../../test/fixtures/fake-storage.ts';
import { openStorage } from './storage.ts';

const shut = (): Storage => {
  throw new DOMException('shut', 'SecurityError');
};

it('keeps texts in the storage, sorted by their keys', () => {
  const storage = fakeStorage();
  const kept = openStorage(() => storage);
  kept.set('b', '2');
  kept.set('a', '1');
  expect([kept.isLasting, kept.get('a'), kept.keys('')]).toEqual([true, '1', ['a', 'b']]);
  expect(storage.getItem('b')).toBe('2');
  kept.set('a', undefined);
  expect(kept.keys('')).toEqual(['b']);
});

it('keeps texts in memory where the storage is shut', () => {
  const storage = openStorage(shut);
  storage.set('a', '1');
  expect([storage.isLasting, storage.get('a'), storage.get('b'), storage.keys('')]).toEqual([
    false,
    '1',
    undefined,
    ['a'],
  ]);
});

it('keeps what a full storage does not take in memory', () => {
  const storage = openStorage(() => fakeStorage(1));
  storage.set('a', '1');
  storage.set('b', '2');
  expect([storage.get('a'), storage.get('b'), storage.keys('')]).toEqual(['1', '2', ['a', 'b']]);
});

it('writes nothing when it is opened', () => {
  const storage = fakeStorage();
  openStorage(() => storage);
  expect(Object.keys(storage)).toEqual([]);
});
