import { describe, expect, it } from 'vitest';
import { conflictOf, neighbourOn, tokenConflicts } from './bot-state.tsx';

const bot = (
  id: string,
  channelIds: readonly string[],
  state: 'working' | 'blocked' | 'disabled' | 'token_conflict' = 'working',
) => ({ id, name: `Bot ${id}`, channelIds: [...channelIds], state });

describe('the bot that answers first on a channel', () => {
  const bots = [bot('off', ['shop'], 'disabled'), bot('first', ['shop']), bot('second', ['shop', 'app'])];

  it.each([
    ['shop', 'second', { name: 'Bot first', isFirst: true }],
    ['shop', 'first', { name: 'Bot second', isFirst: false }],
    ['app', 'second', undefined],
    ['app', 'first', { name: 'Bot second', isFirst: false }],
    ['kiosk', 'first', undefined],
    ['app', undefined, { name: 'Bot second', isFirst: true }],
  ])('is the first other one of %s that works, beside %s', (channel, besides, neighbour) => {
    expect(neighbourOn(channel, bots, besides)).toEqual(neighbour);
  });

  it('may be blocked at the moment', () => {
    expect(neighbourOn('shop', [bot('full', ['shop'], 'blocked'), bot('second', ['shop'])], 'second')).toEqual({
      name: 'Bot full',
      isFirst: true,
    });
  });
});

describe('bots with the same token', () => {
  const shared = (id: string, conflictsWith: readonly string[], maskedToken = '••••1') => ({
    id,
    name: `Bot ${id}`,
    conflictsWith: [...conflictsWith],
    maskedToken,
  });

  it('are grouped by token, in list order', () => {
    const bots = [
      shared('a', ['Bot c']),
      shared('b', [], '••••2'),
      shared('c', ['Bot a']),
      shared('d', ['Bot e'], '••••3'),
      shared('e', ['Bot d'], '••••3'),
    ];
    expect(tokenConflicts(bots).map((group) => group.map(({ id }) => id))).toEqual([
      ['a', 'c'],
      ['d', 'e'],
    ]);
  });

  it('are none for a bot with a unique token', () => {
    const own = shared('b', [], '••••2');
    expect(conflictOf(own, [own, shared('a', ['Bot c']), shared('c', ['Bot a'])])).toEqual([]);
  });
});
