import { describe, expect, it } from 'vitest';
import { toInput, EVERYTHING, isEverything, withoutRemoved } from './ratings.tsx';

describe('the filters of ratings', () => {
  it('are empty at first', () => {
    expect(toInput(EVERYTHING)).toEqual({});
    expect(isEverything(EVERYTHING)).toBe(true);
  });

  it('are sent as channel, operator or bot, and stars', () => {
    expect(toInput({ channel: '7', askedBy: 'operator:olga', stars: '5' })).toEqual({
      channelId: '7',
      operatorId: 'olga',
      rate: 5,
    });
    expect(toInput({ ...EVERYTHING, askedBy: 'bot:a:b' })).toEqual({ botId: 'a:b' });
    expect(isEverything({ ...EVERYTHING, stars: '1' })).toBe(false);
  });

  it('drop a removed channel or bot, and keep the stars', () => {
    const chosen = { channel: '7', askedBy: 'bot:1', stars: '2' } as const;
    expect(withoutRemoved(chosen, ['8'], ['operator:olga'])).toEqual({ ...EVERYTHING, stars: '2' });
    expect(withoutRemoved(chosen, ['7'], ['bot:1'])).toEqual(chosen);
  });
});
