import { describe, expect, test } from 'vitest';
import { isPathSecret, secretInAddress } from './channel-address.ts';

describe('the secret in an address that a website uses', () => {
  test.each([
    'https://chat.example/s3cret/shop-1',
    'https://chat.example/s3cret/shop-1/status',
    '  http://127.0.0.1:8787/s3cret/shop-1/ ',
    'https://proxy.example/below/counterbell/s3cret/shop-1',
    'https://chat.example/s3cret/shop-1?from=site#top',
    'HTTPS://CHAT.EXAMPLE/s3cret/shop-1',
  ])('is read out of %s', (address) => {
    expect(secretInAddress(address, 'shop-1')).toEqual({ secret: 's3cret' });
  });

  test.each([
    ['https://chat.example/s3cret/status', 'status', 's3cret'],
    ['https://chat.example/s3cret/status/status', 'status', 's3cret'],
    ['https://chat.example/shop-1/shop-1', 'shop-1', 'shop-1'],
  ])('is read out of %s for the channel %s', (address, publicId, secret) => {
    expect(secretInAddress(address, publicId)).toEqual({ secret });
  });

  test.each([
    ['', 'not_an_address'],
    ['s3cret', 'not_an_address'],
    ['chat.example/s3cret/shop-1', 'not_an_address'],
    ['ftp://chat.example/s3cret/shop-1', 'not_an_address'],
    ['https://', 'not_an_address'],
    ['https://chat.example/••••••••/shop-1', 'masked'],
    ['https://chat.example/s3cret/shop-2', 'other_channel'],
    ['https://chat.example/s3cret/SHOP-1', 'other_channel'],
    ['https://chat.example/s3cret/shop-1/more', 'other_channel'],
    ['https://chat.example/', 'other_channel'],
    ['https://chat.example/shop-1', 'no_secret'],
    ['https://chat.example/shop-1/status', 'no_secret'],
    ['https://chat.example/rating/shop-1', 'no_secret'],
    ['https://chat.example/s%20cret/shop-1', 'no_secret'],
  ])('is not in %j: %s', (address, problem) => {
    expect(secretInAddress(address, 'shop-1')).toEqual({ problem });
  });
});

describe('the first part of a path', () => {
  test.each(['a', 'A-b_c.d~9', 'x'.repeat(128)])('may be %s', (text) => expect(isPathSecret(text)).toBe(true));
  test.each(['', 'a/b', 'ä', 'x'.repeat(129), 'webhooks', 'health', 'rating', 'files', '.', '..'])(
    'may not be %j',
    (text) => expect(isPathSecret(text)).toBe(false),
  );
});
