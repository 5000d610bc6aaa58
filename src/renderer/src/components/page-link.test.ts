import { describe, expect, it, test } from 'vitest';
import type { Visitor } from '#shared/contract/visitors.ts';
import { pageName, stayText } from './page-link.tsx';

const NOW = Date.UTC(2026, 10, 3, 14, 5);
const visitor: Visitor = { id: 'one', channelId: '1', since: NOW - 3_600_000 };
const left = (seconds: number): Visitor => ({ ...visitor, leftAt: NOW - seconds * 1000 });

describe('where a customer is', () => {
  it('is said as long as it is of use', () => {
    expect(stayText(visitor, NOW)).toBe('On the site now');
    expect(stayText(left(6), NOW)).toBe('Left just now');
    // The engine's clock may be ahead.
    expect(stayText(left(-6), NOW)).toBe('Left just now');
    expect(stayText(left(60), NOW)).toBe('Left 1 min ago');
    expect(stayText(left(3599), NOW)).toBe('Left 59 min ago');
    expect(stayText(left(3600), NOW)).toBe('Not on the site now');
    expect(stayText(undefined, NOW)).toBe('Not on the site now');
  });
});

describe('a page', () => {
  test.each([
    [{ url: 'https://shop.example/red', title: ' Red lamp ' }, 'Red lamp'],
    [{ url: 'https://shop.example/red?a=b#c', title: ' ' }, 'shop.example/red'],
    [{ url: 'https://shop.example/' }, 'shop.example'],
    [{ url: 'https://bank.example@evil.example/login' }, 'evil.example/login'],
    [{ url: 'https://shop.example/red', title: '\u202e\u3164' }, 'shop.example/red'],
    [{ url: 'https://shop.example/red', title: 'a\u202egpj.exe' }, 'a[U+202E]gpj.exe'],
    [{ url: 'about:blank' }, 'about:blank'],
    [{ url: 'not an address' }, 'not an address'],
  ])('%o is called %s', (page, name) => {
    expect(pageName(page)).toBe(name);
  });
});
