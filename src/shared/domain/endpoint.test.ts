import { describe, expect, test } from 'vitest';
import { endpointProblem, appendSegment } from './endpoint.ts';

describe('a reply address', () => {
  test.each([
    ['https://shop.example/hook', false, undefined],
    ['http://127.0.0.1:3000/hook', false, undefined],
    ['http://localhost/hook', false, undefined],
    ['http://[::1]:8080', false, undefined],
    ['http://shop.example/hook', false, 'needs_https'],
    ['http://127.0.0.1.evil.example', false, 'needs_https'],
    ['http://shop.example/hook', true, undefined],
    ['https://user:word@shop.example', true, 'has_credentials'],
    ['ftp://shop.example', true, 'not_an_address'],
    ['shop.example', true, 'not_an_address'],
  ] as const)('%s, plain HTTP allowed: %s', (endpoint, allowPlainHttp, problem) => {
    expect(endpointProblem(endpoint, allowPlainHttp)).toBe(problem);
  });

  test.each([
    ['https://shop.example/hook', 'https://shop.example/hook/shop-1'],
    ['https://shop.example/hook/', 'https://shop.example/hook/shop-1'],
    ['https://shop.example', 'https://shop.example/shop-1'],
    ['https://shop.example/hook?key=1#part', 'https://shop.example/hook/shop-1?key=1'],
  ])('%s is completed with the channel’s identifier', (endpoint, address) => {
    expect(appendSegment(endpoint, 'shop-1')).toBe(address);
  });
});
