import { describe, expect, it } from 'vitest';
import { slashAt } from './use-slash.tsx';

/** `|` is the caret. */
const at = (marked: string) => slashAt(marked.replace('|', ''), marked.indexOf('|'));

describe('a slash opens the saved replies', () => {
  it.each([
    ['/|', { start: 0, end: 1, query: '' }],
    ['/ho|', { start: 0, end: 3, query: 'ho' }],
    ['Hello /ho|', { start: 6, end: 9, query: 'ho' }],
    ['Hello\n/ho|', { start: 6, end: 9, query: 'ho' }],
    ['/ho|urs', { start: 0, end: 3, query: 'ho' }],
    ['/öffnung|', { start: 0, end: 8, query: 'öffnung' }],
  ])('in %j', (marked, slash) => {
    expect(at(marked)).toEqual(slash);
  });

  const others = ['|', '|/', 'and/or|', 'https://|', '/hours are|', '3/4|', '/a/b|', `/${'x'.repeat(41)}|`];
  it.each([...others, 'https://shop.example/|'])('not in %j', (marked) => {
    expect(at(marked)).toBeUndefined();
  });
});
