import { describe, expect, test } from 'vitest';
import { hostOfSeat } from '../seat-id.ts';
import { consoleHost, createConsolePages } from './console-gate.ts';

describe('console pages', () => {
  const pages = createConsolePages(consoleHost, undefined);

  test('have their path in the hash', () => {
    expect(pages.url('/reply?chat=7')).toBe('app://counterbell/index.html#/reply?chat=7');
  });

  test.each(['app://counterbell/index.html', 'app://counterbell/index.html#/settings'])('are ours: %s', (url) => {
    expect(pages.isConsolePage(url)).toBe(true);
  });

  test.each([
    'app://other/index.html',
    'app://counterbell.evil/index.html',
    'app://user@counterbell/index.html',
    `app://shop-${'a'.repeat(32)}/index.html`,
    'https://counterbell/index.html',
    'http://localhost:5173/',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    '',
  ])('are not ours: %j', (url) => {
    expect(pages.isConsolePage(url)).toBe(false);
  });

  test('of a seat have an address of their own, which no other shop or colleague shares', () => {
    const hosts = [
      { installationId: 'lamps', operatorId: '1' },
      { installationId: 'lamps', operatorId: '2' },
      { installationId: 'chairs', operatorId: '1' },
      { installationId: 'lamps1', operatorId: '' },
    ].map(hostOfSeat);
    expect(new Set([consoleHost, ...hosts]).size).toBe(5);
    for (const host of hosts) {
      const seat = createConsolePages(host, undefined);
      expect(seat.isConsolePage(seat.url('/chat/7'))).toBe(true);
      expect(seat.isConsolePage(pages.url('/chat/7'))).toBe(false);
    }
  });

  test('come from the development server if there is one', () => {
    const development = createConsolePages(consoleHost, 'http://localhost:5173');
    expect(development.isConsolePage(development.url('/settings'))).toBe(true);
    expect(development.isConsolePage('http://localhost:5174/')).toBe(false);
    expect(development.isConsolePage('app://counterbell/index.html')).toBe(false);
  });
});
