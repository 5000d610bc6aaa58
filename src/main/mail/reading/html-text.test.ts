import fc from 'fast-check';
import { expect, it } from 'vitest';
import { htmlText } from './html-text.ts';

const TAGS =
  'div p span b td tr table ul ol li blockquote a pre font h1 center body section em u form label button x-y';
const ATTRIBUTES = [
  '',
  ' style="margin:0"',
  ' class="MsoNormal"',
  ' class="gmail_quote"',
  ' id="divRplyFwdMsg"',
  ' type="cite"',
].concat([
  ' class="gmail_signature"',
  ' href="https://a.example/"',
  ' style="white-space: pre-wrap"',
  ' style="font-size:0"',
]);

interface Tree {
  readonly tag: string;
  readonly attribute: string;
  /** as much HTML is written without */
  readonly isOpen: boolean;
  readonly content: readonly (Tree | '<br>' | 'word' | ' ' | '&nbsp;')[];
}

it('has every word, in order', () => {
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record({
      tag: fc.constantFrom(...TAGS.split(' ')),
      attribute: fc.constantFrom(...ATTRIBUTES),
      isOpen: fc.boolean(),
      content: fc.array(fc.oneof(fc.constantFrom('<br>', 'word', ' ', '&nbsp;'), tie('tree')), { maxLength: 5 }),
    }),
  }));
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 5 }), (trees) => {
      let words = 0;
      const written = ({ tag, attribute, isOpen, content }: Tree): string => {
        const inner = content.map((part) => {
          if (typeof part === 'object') return written(part);
          words += part === 'word' ? 1 : 0;
          return part === 'word' ? `(w${words})` : part;
        });
        return `<${tag}${attribute}>${inner.join('')}${isOpen ? '' : `</${tag}>`}`;
      };
      const html = trees.map(written).join('\n');
      const { text, cut } = htmlText(html, 1_000_000);
      expect(cut).toBe(false);
      expect(text.match(/\(w\d+\)/g) ?? []).toEqual(Array.from({ length: words }, (_, at) => `(w${at + 1})`));
    }),
    { numRuns: 2000 },
  );
});

it.for([
  ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['lines of Gmail', '<div>One</div><div><br></div><div>Two<br></div>', 'One\n\nTwo'],
  [
    'lines of Outlook',
    '<p class="MsoNormal">One</p><p class="MsoNormal">&nbsp;</p><p class="MsoNormal">Two</p>',
    'One\n\nTwo',
  ],
  ['spaces', ' <b> One</b>\n <i>two </i> three ', 'One two three'],
  ['lists', '<ul><li>One<ol><li>a</li><li>b</li></ol></li><li>Two</li></ul>', '- One\n\n1. a\n2. b\n\n- Two'],
  ['quotes', 'One<blockquote type="cite">Two<br><br>Three</blockquote>Four', 'One\n\n> Two\n>\n> Three\n\nFour'],
  ['emoji that are pictures', 'One <img src="x" alt="👍"><img src="y" alt="logo">', 'One 👍'],
  [
    'links',
    '<a href="mailto:a@b.example">a@b.example</a>, <a href="https://b.example">here </a>now',
    'a@b.example, here <https://b.example> now',
  ],
] as const)('writes %s as plain text has them', ([, html, text]) => {
  expect(htmlText(html, 1000).text).toBe(text);
});
