import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { identifiedVisitor, identityKey, newVisitor, readSignature, readToken } from './visitor-token.ts';

const SECRET = 'a-channel-secret';

test('a token names its visitor to the channel that made it, and to no other', () => {
  const visitor = newVisitor(SECRET);
  expect(readToken(SECRET, visitor.token)).toEqual(visitor);
  expect(readToken('another-secret', visitor.token)).toBeUndefined();
  expect(newVisitor(SECRET).externalId).not.toBe(visitor.externalId);
});

test('somebody signed in has the same id each time, which no browser’s visitor can have', () => {
  const one = identifiedVisitor(SECRET, '42');
  expect(identifiedVisitor(SECRET, '42')).toEqual(one);
  expect(one.externalId).toBe('"user:42"');
  expect(JSON.parse(newVisitor(SECRET).externalId)).toMatch(/^[\w-]{22}$/);
  const [, id = '', mark = ''] = one.token.split('.');
  expect(readToken(SECRET, `v.${id}.${mark}`)).toBeUndefined();
});

test.each(['', 'é', '日本', '\uD800', 'a'.repeat(255), '日'.repeat(255), '"\\\u0000'])(
  'an id of any form: %j',
  (id) => {
    const visitor = identifiedVisitor(SECRET, id);
    if (id !== '') expect(readToken(SECRET, visitor.token)).toEqual(visitor);
    expect(visitor.token.length).toBeLessThan(2000);
  },
);

const sign = (text: string, key = identityKey(SECRET)): string => createHmac('sha256', key).update(text).digest('hex');

test('only the website’s key signs an id; the key is not the channel’s secret', () => {
  const right = sign('42');
  expect(readSignature(SECRET, { id: '42', signature: right })).toBe('id');
  expect(readSignature(SECRET, { id: '42', signature: right.toUpperCase() })).toBe('id');
  for (const signature of [sign('42', SECRET), right.slice(1), `${right} `, '', 'é'.repeat(32)])
    expect(readSignature(SECRET, { id: '42', signature })).toBeUndefined();
  expect(readSignature(SECRET, { id: '43', signature: right })).toBeUndefined();
});

test.each([
  [{ id: '42', name: 'Анна', email: 'a@b.example' }, '42\nАнна\na@b.example', 'all'],
  [{ id: '42', name: 'Anna' }, '42\nAnna\n', 'all'],
  [{ id: '42', email: 'a@b.example' }, '42\n\na@b.example', 'all'],
  [{ id: '42' }, '42\n\n', 'all'],
  [{ id: '42', name: 'Anna' }, '42', 'id'],
  [{ id: '42', name: 'Boss' }, '42\nAnna\n', undefined],
  [{ id: '42', name: 'Anna', email: 'boss@b.example' }, '42\nAnna\na@b.example', undefined],
  [{ id: '42', email: 'Anna' }, '42\nAnna\n', undefined],
  [{ id: '42' }, '42\nAnna\na@b.example', undefined],
  // One signature, read as another person or another field.
  [{ id: '42\nAnna\na@b.example' }, '42\nAnna\na@b.example', undefined],
  [{ id: '42', name: 'Anna\nboss@b.example', email: '' }, '42\nAnna\nboss@b.example\n', undefined],
  [{ id: '4', name: '2\nAnna' }, '4\n2\nAnna\n', undefined],
  [{ id: '42\rx', name: 'Anna' }, '42\rx\nAnna\n', undefined],
])('of %j the signature of %j proves: %s', (given, text, proof) => {
  expect(readSignature(SECRET, { ...given, signature: sign(text) })).toBe(proof);
});
