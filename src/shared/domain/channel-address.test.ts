import { describe, expect, test } from 'vitest';
import { isPathSecret, parseSecret } from './addresses.ts';
import { phrase } from '#shared/locales/phrase.ts';

describe('the secret in an address that a website uses', () => {
  test.each([
    'https://chat.example/s3cret/shop-1',
    'https://chat.example/s3cret/shop-1/status',
    '  http://127.0.0.1:8787/s3cret/shop-1/ ',
    'https://proxy.example/below/counterbell/s3cret/shop-1',
    'https://chat.example/s3cret/shop-1?from=site#top',
    'HTTPS://CHAT.EXAMPLE/s3cret/shop-1',
  ])('is read from %s', (address) => {
    expect(parseSecret(address, 'shop-1')).toEqual({ secret: 's3cret' });
  });

  test.each([
    ['https://chat.example/s3cret/status', 'status', 's3cret'],
    ['https://chat.example/s3cret/status/status', 'status', 's3cret'],
    ['https://chat.example/shop-1/shop-1', 'shop-1', 'shop-1'],
  ])('is read from %s for the channel %s', (address, publicId, secret) => {
    expect(parseSecret(address, publicId)).toEqual({ secret });
  });

  const other = phrase('errors:refusals.channel.other', { id: 'shop-1' });
  const noSecret = phrase('errors:refusals.channel.noSecret', { id: 'shop-1' });
  test.each([
    ...['', 's3cret', 'chat.example/s3cret/shop-1', 'ftp://chat.example/s3cret/shop-1', 'https://'].map(
      (address) => [address, phrase('errors:refusals.channel.noAddress')] as const,
    ),
    ['https://chat.example/••••••••/shop-1', phrase('errors:refusals.channel.masked')],
    ...['s3cret/shop-2', 's3cret/SHOP-1', 's3cret/shop-1/more', ''].map(
      (path) => [`https://chat.example/${path}`, other] as const,
    ),
    ...['shop-1', 'shop-1/status', 'rating/shop-1', 's%20cret/shop-1'].map(
      (path) => [`https://chat.example/${path}`, noSecret] as const,
    ),
  ] as const)('is not found in %j: %j', (address, problem) => {
    expect(parseSecret(address, 'shop-1')).toEqual({ problem });
  });
});

describe('the first part of a path', () => {
  test.each(['a', 'A-b_c.d~9', 'x'.repeat(128)])('may be %s', (text) => expect(isPathSecret(text)).toBe(true));
  test.each(['', 'a/b', 'ä', 'x'.repeat(129), 'webhooks', 'health', 'rating', 'files', '.', '..'])(
    'may not be %j',
    (text) => expect(isPathSecret(text)).toBe(false),
  );
});
