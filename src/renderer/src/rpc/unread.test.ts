import { expect, it } from 'vitest';
import { chatFilter } from '#shared/contract/routes.ts';
import { unreadFor, unreadForMe } from './unread.ts';

// One waits, two are mine, a colleague has one, bots hold eight: for one of those a person was asked.
const counts = { unread: { waiting: 1, mine: 2, bot: 8, asked: 1, open: 12 } };

it('counts for each list what is for people', () => {
  expect(chatFilter.options.map((filter) => [filter, unreadFor(filter, counts)])).toEqual([
    ['waiting', 1],
    ['mine', 2],
    ['bot', 1],
    ['open', 5],
    ['closed', 0],
  ]);
});

it('counts for the title neither what bots answer nor what a colleague has', () => {
  expect(unreadForMe(counts)).toBe(4);
});
