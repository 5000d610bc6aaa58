import { describe, expect, test } from 'vitest';
import { pathInArguments, pathOfLink } from './links.ts';

describe('a counterbell: link', () => {
  test.each(['counterbell://chat/12', 'counterbell://chat/12/', 'COUNTERBELL://Chat/12'])(
    '%s opens the chat',
    (link) => {
      expect(pathOfLink(link)).toBe('/chat/12');
    },
  );

  test.each([
    'counterbell://chat/',
    'counterbell://chat/012',
    'counterbell://chat/-1',
    'counterbell://chat/12?x=1',
    'counterbell://chat/12#/settings',
    'counterbell://chat/12/../../settings',
    'counterbell://chat/%31',
    'counterbell://chat/12\n',
    'counterbell://settings/1',
    'counterbell://evil@chat/12',
    'counterbell:chat/12',
    ' counterbell://chat/12',
    'https://chat/12',
    'counterbell://chat/12345678901234567890',
    '',
  ])('%j opens nothing', (link) => {
    expect(pathOfLink(link)).toBeUndefined();
  });

  test('is found among the arguments of a start', () => {
    expect(
      pathInArguments(['/opt/Counterbell/counterbell', '--no-sandbox', 'counterbell://chat/7', 'counterbell://chat/8']),
    ).toBe('/chat/7');
    expect(pathInArguments(['/opt/Counterbell/counterbell', '--hidden'])).toBeUndefined();
  });
});
