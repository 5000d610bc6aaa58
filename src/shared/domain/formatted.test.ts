import { describe, expect, test } from 'vitest';
import { markdownBlocks, plainBlocks } from './formatted.ts';
import { isFormattable } from './markdown-bounds.ts';

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

test.each([
  ['a tag', '<img src=x onerror=alert(1)>'],
  ['HTML within words', 'a <b>bold</b> word'],
  ['what is too long to be parsed', `**${'a'.repeat(10_000)}**`],
])('%s is text', (_what, text) => {
  expect(markdownBlocks(text)).toEqual(plainBlocks(text));
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
  ['quotes in lists', '> - '.repeat(2500)],
  ['many items', '- a\n'.repeat(2500)],
  ['many quotes in lists', '> - - a\n'.repeat(1250)],
  ['underscores', '_a_'.repeat(3333)],
  ['three kinds of emphasis', '***a** b* '.repeat(1000)],
  ['titles', '[x](y "'.repeat(1400)],
  ['footnotes', '[^a]: b\n'.repeat(1250)],
  ['tables', '| a |\n|-|\n'.repeat(1000)],
  ['strikethrough', '~~a'.repeat(3333)],
  ['pictures in links', '[![a](b)]('.repeat(1000)],
  ['escapes', '\\'.repeat(10_000)],
  ['nested lists by lines', Array.from({ length: 130 }, (_, at) => `${' '.repeat(at)}- x`).join('\n')],
];

describe('Markdown made to keep the engine busy', () => {
  test.each(BOMBS)('%s: as shallow as any text', (_name, bomb) => {
    const tree = JSON.stringify(markdownBlocks(bomb.slice(0, 10_000)));
    expect(tree.length).toBeLessThan(1_000_000);
    let depth = 0;
    let deepest = 0;
    for (const sign of tree.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
      if (sign === '{') deepest = Math.max(deepest, (depth += 1));
      if (sign === '}') depth -= 1;
    }
    expect(deepest).toBeLessThan(40);
  });

  // What the parser's work grows with: what is open at a place, and what it is compared with.
  test.each(BOMBS)('%s: is only parsed where little is nested and little is open', (_name, bomb) => {
    for (let length = 10_000; length > 50; length = Math.floor(length * 0.8)) {
      const text = bomb.slice(0, length);
      if (!isFormattable(text)) continue;
      expect(text.match(/[*_~`[\]<]/g)?.length ?? 0).toBeLessThan(500);
      expect(text.split('\n').length).toBeLessThan(250);
      const inLines = text.split('\n').map((line) => /^[\s>*+\-\d.)]*/.exec(line)?.[0].length ?? 0);
      expect(inLines.reduce((sum, line) => sum + line, 0)).toBeLessThan(2500);
      expect(JSON.stringify(markdownBlocks(text)).match(/"tag"/g)?.length ?? 0).toBeLessThan(1000);
    }
  });

  test.each(['> - ', '- ', '1. ', '>', '* > ', '+ 1) ', '\t- '])('%j over and over is not parsed', (start) => {
    expect(isFormattable(start.repeat(200))).toBe(false);
    expect(isFormattable(`${start.repeat(3)}a\n`.repeat(400))).toBe(false);
  });

  test('texts that people write are parsed', () => {
    const honest = '# Hours\n\n- **Monday** to *Friday*: 9–18, see [map](https://a.example/b)\n- `code`\n\n> quote\n\n';
    expect(isFormattable(honest.repeat(20))).toBe(true);
    expect(isFormattable(Array.from({ length: 100 }, (_, at) => `${at + 1}. A step, and why`).join('\n'))).toBe(true);
    expect(isFormattable('- a\n  - b\n    - c\n      - d')).toBe(true);
    expect(isFormattable('```\n' + '        return { a: [1, 2] };\n'.repeat(60) + '```')).toBe(true);
  });
});
