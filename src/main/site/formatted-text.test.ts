import { describe, expect, test } from 'vitest';
import { markdownBlocks, plainBlocks } from './site-messages.ts';

const hrefsIn = (markdown: string): readonly string[] =>
  Array.from(JSON.stringify(markdownBlocks(markdown)).matchAll(/"href":"([^"]*)"/g), ([, href = '']) => href);

test('a bot’s Markdown becomes a tree', () => {
  expect(
    markdownBlocks('# Lamps\n\n**Oak** and *ash*, `code`\n\n> quoted\n\n3. three\n4. four\n\n```\npre\n```'),
  ).toEqual([
    { tag: 'h', of: ['Lamps'] },
    {
      tag: 'p',
      of: [{ tag: 'b', of: ['Oak'] }, ' and ', { tag: 'i', of: ['ash'] }, ', ', { tag: 'code', of: ['code'] }],
    },
    { tag: 'blockquote', of: [{ tag: 'p', of: ['quoted'] }] },
    {
      tag: 'ol',
      start: 3,
      of: ['three', 'four'].map((text) => ({ tag: 'li', of: [{ tag: 'p', of: [text] }] })),
    },
    { tag: 'pre', of: ['pre'] },
  ]);
});

describe('links', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](blob:https://a.example/1)',
    '[x](file:///etc/passwd)',
    '[x](//a.example)',
    '[x](/relative)',
    '[x](https://user:secret@a.example/)',
    '[x](https://bank.example@thief.example/)',
    '[x](https://a.example/\u202Egnp.exe)',
    '[x](https://)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '[x][1]\n\n[1]: javascript:alert(1)',
  ])('%j leads nowhere', (markdown) => {
    expect(hrefsIn(markdown)).toEqual([]);
  });

  test.each([
    ['[x](https://a.example/b)', ['https://a.example/b']],
    ['![a lamp](https://a.example/b.png)', ['https://a.example/b.png']],
    ['[x](mailto:a@b.example) [y](tel:+4912345)', ['mailto:a@b.example', 'tel:+4912345']],
    ['see https://a.example/b', ['https://a.example/b']],
  ])('%j leads there', (markdown, hrefs) => {
    expect(hrefsIn(markdown)).toEqual(hrefs);
  });
});

test('HTML is text', () => {
  expect(markdownBlocks('<img src=x onerror=alert(1)>')).toEqual(plainBlocks('<img src=x onerror=alert(1)>'));
  expect(markdownBlocks('a <b>bold</b> word')).toEqual(plainBlocks('a <b>bold</b> word'));
});

const BOMBS: readonly (readonly [string, string])[] = [
  ['quotes', '> '.repeat(5000)],
  ['quotes without spaces', '>'.repeat(10_000)],
  ['lists', '- '.repeat(5000)],
  ['numbered lists', '1. '.repeat(3333)],
  ['brackets', '['.repeat(10_000)],
  ['links in links', '[a]('.repeat(2500)],
  ['closed links', '[a](b'.repeat(1000) + ')'.repeat(1000)],
  ['images', '!['.repeat(5000)],
  ['emphasis', '*a '.repeat(3333)],
  ['emphasis that closes', '*a_ '.repeat(2500)],
  ['alternating emphasis', '*_'.repeat(5000)],
  ['backticks', Array.from({ length: 140 }, (_, at) => '`'.repeat(at)).join(' ')],
  ['open tags', '<a '.repeat(3333)],
  ['comments', '<!--'.repeat(2500)],
  ['entities', '&amp'.repeat(2500)],
  ['definitions', '[a]: b\n'.repeat(1400)],
  ['tabs', '\t'.repeat(10_000)],
  ['lines', '\n'.repeat(10_000)],
  ['nested lists by lines', Array.from({ length: 130 }, (_, at) => `${' '.repeat(at)}- x`).join('\n')],
];

describe('Markdown made to keep the engine busy', () => {
  test.each(BOMBS)('%s: as shallow as any text', (_name, bomb) => {
    const tree = JSON.stringify(markdownBlocks(bomb.slice(0, 4000)));
    expect(tree.length).toBeLessThan(1_000_000);
    let depth = 0;
    let deepest = 0;
    for (const sign of tree.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
      if (sign === '{') deepest = Math.max(deepest, (depth += 1));
      if (sign === '}') depth -= 1;
    }
    expect(deepest).toBeLessThan(40);
  });

  test('longer texts are not parsed', () => {
    expect(markdownBlocks(`**${'a'.repeat(10_000)}**`)).toEqual(plainBlocks(`**${'a'.repeat(10_000)}**`));
  });
});
