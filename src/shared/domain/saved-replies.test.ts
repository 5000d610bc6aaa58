import { expect, it } from 'vitest';
import { searchReplies, indexReplies } from './saved-replies.ts';

const index = indexReplies(
  [
    ['delivery', 'Delivery takes two days.'],
    ['hours', 'We are open from 9 to 18, {customer}.'],
    ['opening-hours', 'On Sundays we are closed.'],
    ['rück', 'Für Rücksendungen: kostenlos.'],
    ['stock', 'It is in stock, and leaves within hours.'],
  ].map(([shortcut = '', text = '']) => ({ id: shortcut, shortcut, text })),
);
const found = (typed: string) => searchReplies(index, typed).map(({ shortcut }) => shortcut);

it('returns all by shortcut for an empty query', () => {
  expect(found(' ')).toEqual(['delivery', 'hours', 'opening-hours', 'rück', 'stock']);
});

it('ranks shortcuts above texts, and prefixes above other matches', () => {
  expect(found('hours')).toEqual(['hours', 'opening-hours', 'stock']);
  expect(found('s')).toEqual(['stock', 'hours', 'opening-hours']);
});

it('finds words of the text by their prefixes, all that were typed', () => {
  expect(found('two del')).toEqual(['delivery']);
  expect(found('takes')).toEqual(['delivery']);
  expect(found('akes')).toEqual([]);
  expect(found('two sundays')).toEqual([]);
});

it('ignores case and accents on both sides', () => {
  expect(found('RUCK')).toEqual(['rück']);
  expect(found('für')).toEqual(['rück']);
});

it('returns a hundred at most', () => {
  const many = indexReplies(
    Array.from({ length: 1000 }, (_, at) => ({ id: String(at), shortcut: `reply-${String(at)}`, text: 'same' })),
  );
  expect(searchReplies(many, 'same')).toHaveLength(100);
  expect(searchReplies(many, 'reply-999').map(({ id }) => id)).toEqual(['999']);
});
