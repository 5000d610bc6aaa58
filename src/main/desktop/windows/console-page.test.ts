import { describe, expect, test } from 'vitest';
import { hostOfSeat } from '../shown-seat.ts';
import { consoleHost, createConsolePages } from './console-gate.ts';

describe('console pages', () => {
  const pages = createConsolePages(undefined);

  test('have their path in the hash', () => {
    expect(pages.url(consoleHost, '/test-customer?channel=7')).toBe(
      'app://counterbell/index.html#/test-customer?channel=7',
    );
  });

  test.each(['app://counterbell/index.html', 'app://counterbell/index.html#/settings'])(
    'of this computer’s own installation: %s',
    (url) => {
      expect(pages.shopOf(url)).toBe(consoleHost);
    },
  );

  test.each([
    'app://other/index.html',
    'app://counterbell.evil/index.html',
    'app://user@counterbell/index.html',
    'app://shop-/index.html',
    `app://shop-${'a'.repeat(31)}/index.html`,
    `app://shop-${'a'.repeat(32)}.evil/index.html`,
    `https://shop-${'a'.repeat(32)}/index.html`,
    'https://counterbell/index.html',
    'http://localhost:5173/',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    '',
  ])('of nobody: %j', (url) => {
    expect(pages.shopOf(url)).toBeUndefined();
  });

  test('of a seat have an address of their own, which no other shop or colleague shares', () => {
    const seats = [
      { installationId: 'lamps', operatorId: '1' },
      { installationId: 'lamps', operatorId: '2' },
      { installationId: 'chairs', operatorId: '1' },
      { installationId: 'lamps1', operatorId: '' },
    ].map(hostOfSeat);
    expect(new Set([consoleHost, ...seats]).size).toBe(5);
    expect(seats.map((shop) => pages.shopOf(pages.url(shop, '/chat/7')))).toEqual(seats);
  });

  test('come from the development server if there is one', () => {
    const development = createConsolePages('http://localhost:5173');
    const seat = hostOfSeat({ installationId: 'lamps', operatorId: '1' });
    expect(development.shopOf('http://localhost:5173/#/settings')).toBe(consoleHost);
    expect(development.shopOf(development.url(seat, '/settings'))).toBe(seat);
    expect(development.shopOf('http://localhost:5174/')).toBeUndefined();
    expect(development.shopOf('app://counterbell/index.html')).toBeUndefined();
  });
});
