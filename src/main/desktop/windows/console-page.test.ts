import { describe, expect, test } from 'vitest';
import { hostOfSeat } from '../seats.ts';
import { consoleHost, createConsolePage } from './console-gate.ts';

describe('console page', () => {
  const page = createConsolePage(undefined, consoleHost);

  test('has its path in the hash', () => {
    expect(page.url('/test-customer?channel=7')).toBe('app://counterbell/index.html#/test-customer?channel=7');
  });

  test.each(['app://counterbell/index.html', 'app://counterbell/index.html#/settings'])('owns %s', (url) => {
    expect(page.owns(url)).toBe(true);
  });

  test.each([
    'app://other/index.html',
    'app://counterbell.evil/index.html',
    'app://user@counterbell/index.html',
    'https://counterbell/index.html',
    'http://localhost:5173/',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    '',
  ])('does not own %j', (url) => {
    expect(page.owns(url)).toBe(false);
  });

  test('of a seat has an address of its own, which no other shop or colleague shares', () => {
    const lamps = { installationId: 'lamps', operatorId: '1' };
    const others = [
      { installationId: 'lamps', operatorId: '2' },
      { installationId: 'chairs', operatorId: '1' },
      { installationId: 'lamps1', operatorId: '' },
    ].map(hostOfSeat);
    const seat = createConsolePage(undefined, hostOfSeat(lamps));
    expect(seat.owns(seat.url('/chat/7'))).toBe(true);
    expect(hostOfSeat({ ...lamps })).toBe(seat.host);
    for (const host of [consoleHost, ...others]) {
      expect(seat.owns(`app://${host}/index.html`)).toBe(false);
      expect(createConsolePage(undefined, host).owns(seat.url('/'))).toBe(false);
    }
  });

  test('is the development server if there is one', () => {
    const development = createConsolePage('http://localhost:5173', consoleHost);
    expect(development.owns('http://localhost:5173/#/settings')).toBe(true);
    expect(development.owns('http://localhost:5174/')).toBe(false);
    expect(development.owns('app://counterbell/index.html')).toBe(false);
  });
});
