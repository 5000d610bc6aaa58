import { describe, expect, test } from 'vitest';
import { isMailLink, isWebLink, placeInArguments, placeOfLink } from './links.ts';

describe('a counterbell: link', () => {
  test.each(['counterbell://chat/12', 'counterbell://chat/12/', 'COUNTERBELL://Chat/12'])(
    '%s opens the chat',
    (link) => {
      expect(placeOfLink(link)).toBe('/chat/12');
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
    expect(placeOfLink(link)).toBeUndefined();
  });

  test('is found among the arguments of a start', () => {
    expect(
      placeInArguments([
        '/opt/Counterbell/counterbell',
        '--no-sandbox',
        'counterbell://chat/7',
        'counterbell://chat/8',
      ]),
    ).toBe('/chat/7');
    expect(placeInArguments(['/opt/Counterbell/counterbell', '--hidden'])).toBeUndefined();
  });
});

describe('a link in a conversation', () => {
  test.each(['https://shop.example/a?b#c', 'http://192.168.1.5:8080/'])('%s may be opened in the browser', (url) => {
    expect(isWebLink(url)).toBe(true);
  });

  test.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-msdt:/id',
    'https://user:pass@shop.example/',
    'app://counterbell/',
    'not a link',
    '',
  ])('%j may not', (url) => {
    expect(isWebLink(url)).toBe(false);
  });

  test('only a plain email address starts a mail', () => {
    expect(isMailLink('mailto:anna@mail.example')).toBe(true);
    for (const url of [
      'mailto:',
      'mailto:a@b.example?bcc=c@d.example',
      'mailto:a@b.example,c@d.example',
      'https://a@b',
    ])
      expect(isMailLink(url)).toBe(false);
  });
});
