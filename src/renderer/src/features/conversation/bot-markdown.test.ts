import { expect, it } from 'vitest';
import { isRenderable, safeLink, limitDepth } from './bot-markdown.tsx';

it.each([
  ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
  ['http://example.com', 'http://example.com/'],
  ['mailto:shop@example.com', 'mailto:shop@example.com'],
])('follows %s', (address, link) => {
  expect(safeLink(address)).toBe(link);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  '/settings',
  '#/settings',
  '#user-content-fn-1',
  '//evil.example',
  'counterbell://x',
  '',
])('does not follow %j', (address) => {
  expect(safeLink(address)).toBeUndefined();
});

it('renders Markdown only up to a size that suits a bubble', () => {
  expect(isRenderable('**a**')).toBe(true);
  expect(isRenderable('a'.repeat(20_000))).toBe(false);
});

it('rejects excessive nesting', () => {
  const nested = (depth: number): { children: object[] } => ({ children: depth === 0 ? [] : [nested(depth - 1)] });
  expect(() => limitDepth()(nested(10))).not.toThrow();
  expect(() => limitDepth()(nested(2000))).toThrow('nested too deep');
});
