import { expect, test } from 'vitest';
import { isConsolePath } from './use-desktop-signals.ts';

test.each(['/chat/12', '/settings', '/settings/computer', '/settings/channels/4f2a-1', '/join/eyJ2_-1'])(
  'the desktop app may open %s',
  (path) => {
    expect(isConsolePath(path)).toBe(true);
  },
);

test.each([
  '',
  '/',
  '/chat/',
  '/chat/12a',
  '/chat/12/',
  '/chat/12?x',
  '//evil.example',
  'https://evil.example',
  '/settings/../chat',
  '/settings/a/b/c',
  '/join',
  '/join/a/b',
  '/join/a?b',
  'javascript:alert(1)',
  '/chat/1\n/',
])('it may not open %j', (path) => {
  expect(isConsolePath(path)).toBe(false);
});
