import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { identifiedVisitor, identityKey, isSigned, newVisitor, readToken } from './visitor-token.ts';

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

test('only the website’s key signs an id; the key is not the channel’s secret', () => {
  const sign = (key: string, id: string): string => createHmac('sha256', key).update(id).digest('hex');
  const right = sign(identityKey(SECRET), '42');
  expect(isSigned(SECRET, { id: '42', signature: right })).toBe(true);
  expect(isSigned(SECRET, { id: '42', signature: right.toUpperCase() })).toBe(true);
  for (const signature of [sign(SECRET, '42'), right.slice(1), `${right} `, '', 'é'.repeat(32)])
    expect(isSigned(SECRET, { id: '42', signature })).toBe(false);
  expect(isSigned(SECRET, { id: '43', signature: right })).toBe(false);
});
