import { describe, expect, test } from 'vitest';
import { isOwnHost, isOwnOrigin, ownNames } from './origin.ts';

describe('own host', () => {
  const names = ownNames('Desk-PC.lan', ['Chat.example']);

  test.each([
    '127.0.0.1:8788',
    '192.168.1.5',
    '[::1]:8788',
    '[fe80::1]',
    'localhost:8788',
    'LOCALHOST',
    'desk-pc',
    'desk-pc.local',
    'desk-pc.lan:1',
    'chat.example',
    'CHAT.example:443',
  ])('is %s', (host) => {
    expect(isOwnHost(host, names)).toBe(true);
  });

  test.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'chat.example@evil.example',
    'evil.example/chat.example',
    'local',
    '.local',
  ])('is not %s', (host) => {
    expect(isOwnHost(host, names)).toBe(false);
  });
});

describe('own origin', () => {
  test.each([
    [undefined, '127.0.0.1:8788'],
    ['http://127.0.0.1:8788', '127.0.0.1:8788'],
    ['https://chat.example', 'chat.example'],
    ['https://chat.example', 'Chat.example:443'],
  ])('is %s under %s', (origin, host) => {
    expect(isOwnOrigin(origin, host)).toBe(true);
  });

  test.each([
    ['null', '127.0.0.1:8788'],
    ['http://127.0.0.1:8787', '127.0.0.1:8788'],
    ['https://evil.example', 'chat.example'],
    ['file://', 'chat.example'],
    ['http://chat.example', undefined],
  ])('is not %s under %s', (origin, host) => {
    expect(isOwnOrigin(origin, host)).toBe(false);
  });
});
