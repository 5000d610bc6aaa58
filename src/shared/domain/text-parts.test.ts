import { expect, it } from 'vitest';
import { textParts } from './text-parts.ts';

const linksIn = (text: string): readonly string[] =>
  textParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

it.each([
  ['see https://shop.example/item/42.', ['https://shop.example/item/42']],
  ['(https://shop.example/a) and http://b.example!', ['https://shop.example/a', 'http://b.example/']],
  ['https://en.example/Bell_(device)', ['https://en.example/Bell_(device)']],
  ['javascript:alert(1) data:text/html,x ftp://a.example www.shop.example', []],
  ['https://', []],
  ['<a href="https://a.example/x">', ['https://a.example/x']],
])('finds the web addresses in %j', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

it('ends a link at a bidi control, which could disguise it', () => {
  expect(linksIn('https://a.example/\u202Egnp.exe')).toEqual(['https://a.example/']);
});

it('shows a NUL as its own part', () => {
  expect(textParts('a\0\0b')).toEqual([
    { kind: 'words', text: 'a' },
    { kind: 'unseen', text: '\0\0' },
    { kind: 'words', text: 'b' },
  ]);
});

it.each(['', 'plain', 'a https://x.example, b\0c\n\u202Ed', 'https://a.example https://b.example'])(
  'loses nothing of %j',
  (text) => {
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  },
);

/** At quadratic cost each text takes seconds, and all of them exceed the test's time limit. */
it.each([
  ['dots behind a link', `https://a.example/${'.'.repeat(65_536)}a`],
  ['brackets behind a link', `https://a.example/${')]'.repeat(32_768)}a`],
  ['brackets behind a link, to its end', `https://a.example/(${')'.repeat(65_536)}`],
  ['beginnings of links', 'http://'.repeat(9362)],
  ['marks that nobody sees', '\0a'.repeat(32_768)],
])('parses 64 KiB of %s', (_what, text) => {
  for (let again = 0; again < 20; again += 1)
    expect(
      textParts(text)
        .map((part) => part.text)
        .join('') === text,
    ).toBe(true);
});
