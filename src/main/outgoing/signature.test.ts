import { expect, test } from 'vitest';
import { signatureHeaders } from './signature.ts';

// As `printf '1700000000.{…}' | openssl dgst -sha256 -hmac test-key` says it.
const BODY = '{"text":"Здравствуйте 👋"}';
const HEADERS = {
  'X-Counterbell-Timestamp': '1700000000',
  'X-Counterbell-Signature': 'v1=e84988c9ef62109618547046e3c66e7b749af12e44bfdc2041b0aa691ee5ff9c',
};

test('the time and the body are signed with the text of the key', () => {
  expect(signatureHeaders('test-key', BODY, 1_700_000_000_999)).toEqual(HEADERS);
});

test('a body in pieces is signed as it is sent, even if a character is cut in two', () => {
  const bytes = Buffer.from(BODY);
  const pieces = [bytes.subarray(0, 10), bytes.subarray(10, 11), bytes.subarray(11)];
  expect(signatureHeaders('test-key', pieces, 1_700_000_000_000)).toEqual(HEADERS);
});

test('an empty body is signed, too', () => {
  expect(signatureHeaders('test-key', [], 1_700_000_000_000)['X-Counterbell-Signature']).toBe(
    'v1=3ef52808c247f2d0327539447d65bce464e91462b457af5cfe7aefb16adaba3a',
  );
});
