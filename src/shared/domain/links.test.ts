import { describe, expect, it } from 'vitest';
import { mailLink, safeLink, webLink } from './links.ts';

describe('a stranger’s web address', () => {
  it.each([
    ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
    ['HTTP://Example.COM', 'http://example.com/'],
    ['https://münchen.example/ß', 'https://xn--mnchen-3ya.example/%C3%9F'],
  ])('%s is a link', (address, link) => {
    expect(webLink(address)).toBe(link);
    expect(safeLink(address)).toBe(link);
  });

  it.each([
    'javascript:alert(1)',
    ' https://a.example',
    'https://a.example/\u202egpj.exe',
    'https://bank\u00ad.example',
    'https://a.example/a b',
    'https://user:secret@a.example/',
    'https://bank.example@thief.example/',
    'https:a.example',
    'https://',
    '//a.example',
    '/settings',
    'tel:+49123',
    'data:text/html,x',
    'counterbell://x',
    '',
  ])('%j is none', (address) => {
    expect(safeLink(address)).toBeUndefined();
  });
});

describe('a link to a mail', () => {
  it.each([
    ['mailto:shop@example.com', 'mailto:shop@example.com'],
    ['MAILTO:shop+lamps@example.com', 'mailto:shop+lamps@example.com'],
    ['mailto:a@b.example?subject=My%20lamp', 'mailto:a@b.example?subject=My%20lamp'],
    ['mailto:a@b.example?subject=1+1', 'mailto:a@b.example?subject=1%2B1'],
    ['mailto:a@b.example?body=pay&subject=Hi&cc=c@d.example', 'mailto:a@b.example?subject=Hi'],
    ['mailto:a@b.example?Subject=Hi&BODY=x', 'mailto:a@b.example?subject=Hi'],
    ['mailto:a@b.example?bcc=c@d.example', 'mailto:a@b.example'],
    ['mailto:a@b.example?%62cc=c@d.example', 'mailto:a@b.example'],
    ['mailto:a@b.example?to=c@d.example', 'mailto:a@b.example'],
    ['mailto:a@b.example?attach=/etc/passwd&attachment=x', 'mailto:a@b.example'],
    ['mailto:a@b.example?subject=Hi%0D%0ABcc:%20c@d.example', 'mailto:a@b.example?subject=Hi%20Bcc%3A%20c%40d.example'],
    ['mailto:a@b.example?subject=a%26bcc=c@d.example', 'mailto:a@b.example?subject=a%26bcc%3Dc%40d.example'],
    ['mailto:a@b.example?subject=one&subject=two', 'mailto:a@b.example?subject=one'],
    ['mailto:a@b.example#?bcc=c@d.example', 'mailto:a@b.example'],
    ['mailto:a%40b.example', 'mailto:a@b.example'],
  ])('%s keeps its address and its subject', (address, link) => {
    expect(mailLink(address)).toBe(link);
    expect(mailLink(link)).toBe(link);
  });

  const several = [',c@d.example', '%2Cc@d.example', ';c@d.example', '%3Fbcc=c@d.example', '%253Fbcc=c@d.example'];
  const none = ['mailto:', 'mailto:?to=a@b.example', 'mailto:a', 'mailto:"a b"@c.example', 'mailto:%ff@b.example'];
  it.each([
    ...[...several, '%0D%0Abcc:c@d.example', '\u202e'].map((more) => `mailto:a@b.example${more}`),
    ...none,
    'https://a@b.example',
  ])('%s is none', (address) => {
    expect(mailLink(address)).toBeUndefined();
  });
});
