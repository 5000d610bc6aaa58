import { describe, expect, it } from 'vitest';
import { scoreCommand } from './palette.tsx';

const take = { label: 'Take the chat', also: 'claim' };

describe('a query', () => {
  it.each(['t', 'take', 'TAKE', 'chat take', 'ta ch', 'tach', 'ttc', 'tc', 'hat', 'tke', 'claim', ' take  '])(
    'finds “Take the chat” by “%s”',
    (typed) => {
      expect(scoreCommand(typed, take)).toBeGreaterThan(0);
    },
  );

  it.each(['x', 'take x', 'ct', 'ke the x', 'aimc', 'tt ct'])('does not find it by “%s”', (typed) => {
    expect(scoreCommand(typed, take)).toBeUndefined();
  });

  it('finds everything when empty', () => {
    expect(scoreCommand('  ', take)).toBe(0);
  });

  it.each([
    ['zoe', 'Zoë Łukasz'],
    ['ZOË', 'Zoe'],
    ['анна', 'Анна Петрова'],
    ['東京', '東京の店'],
    ['7', 'Order 7'],
  ])('ignores case and accents in any script: “%s” finds %s', (typed, label) => {
    expect(scoreCommand(typed, { label })).toBeGreaterThan(0);
  });

  it.each([
    ['a whole word before a beginning', 'bot', 'Back to bot', 'Bottles'],
    ['a beginning before the middle of a word', 'ann', 'Anna', 'Johann'],
    ['the middle of a word before left out letters', 'lose', 'Close', 'Loose end'],
    ['the label before the words beside it', 'mine', 'Mine', 'Inbox'],
  ])('ranks %s', (_what, typed, first, second) => {
    const better = scoreCommand(typed, { label: first }) ?? 0;
    expect(better).toBeGreaterThan(scoreCommand(typed, { label: second, also: 'mine' }) ?? 0);
  });
});
