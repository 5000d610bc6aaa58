import { expect, it } from 'vitest';
import type { Root } from 'mdast';
import { limitDepth, linkAddresses } from './bot-markdown.tsx';

it('finds addresses as plain texts do, and shows what nobody sees', () => {
  const tree: Root = {
    type: 'root',
    children: [
      { type: 'paragraph', children: [{ type: 'text', value: 'see https://a.example/b\u3002 x\u202egpj.exe' }] },
      { type: 'code', value: 'a\u202eb' },
    ],
  };
  linkAddresses()(tree);
  expect(tree.children).toMatchObject([
    {
      children: [
        { type: 'text', value: 'see ' },
        { type: 'link', url: 'https://a.example/b', children: [{ value: 'https://a.example/b' }] },
        { type: 'text', value: '\u3002 x' },
        { type: 'text', value: '[U+202E]' },
        { type: 'text', value: 'gpj.exe' },
      ],
    },
    { value: 'a[U+202E]b' },
  ]);
});

it('rejects excessive nesting', () => {
  const nested = (depth: number): { children: object[] } => ({ children: depth === 0 ? [] : [nested(depth - 1)] });
  expect(() => limitDepth()(nested(10))).not.toThrow();
  expect(() => limitDepth()(nested(2000))).toThrow('nested too deep');
});
