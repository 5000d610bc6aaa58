import { describe, expect, it } from 'vitest';
import { asked, EVERYTHING, isEverything, stillThere } from './ratings-filter.ts';

describe('the filters of ratings', () => {
  it('are empty at first', () => {
    expect(asked(EVERYTHING)).toEqual({});
    expect(isEverything(EVERYTHING)).toBe(true);
  });

  it('are sent as channel, operator or bot, and stars', () => {
    expect(asked({ channel: '7', askedBy: 'operator:olga', stars: '5' })).toEqual({
      channelId: '7',
      operatorId: 'olga',
      rate: 5,
    });
    expect(asked({ ...EVERYTHING, askedBy: 'bot:a:b' })).toEqual({ botId: 'a:b' });
    expect(isEverything({ ...EVERYTHING, stars: '1' })).toBe(false);
  });

  it('drop a removed channel or bot, and keep the stars', () => {
    expect(stillThere({ channel: '7', askedBy: 'bot:1', stars: '2' }, ['8'], ['operator:olga'])).toEqual({
      channel: 'all',
      askedBy: 'anybody',
      stars: '2',
    });
    expect(stillThere({ channel: '7', askedBy: 'bot:1', stars: 'any' }, ['7'], ['bot:1'])).toEqual({
      channel: '7',
      askedBy: 'bot:1',
      stars: 'any',
    });
  });
});
