import { describe, expect, it } from 'vitest';
import channels from '#shared/locales/en/channels.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import { botFields } from '#shared/contract/bots.ts';
import { numberText } from '#renderer/components/saved-fields.tsx';
import { addressProblem } from '../parts/address-fields.tsx';
import { generateToken, newBotForm } from './bot-fields.tsx';
import { ruleText } from '#renderer/language/rules.ts';

it.each([
  [' ', true, channels.bots.endpointNeeded],
  ['bot', true, channels.bots.endpointProblem.not_an_address],
  ['https://anna:1234@bot.example', true, channels.bots.endpointProblem.has_credentials],
  ['http://bot.example/events', false, channels.bots.endpointProblem.needs_https],
  ['http://bot.example/events', true, undefined],
])('the bot’s address %j, plain HTTP allowed: %s: %s', (typed, allowPlainHttp, problem) => {
  expect(addressProblem('bot', typed, allowPlainHttp)).toBe(problem);
});

describe('a new bot', () => {
  const typed = { name: 'FAQ', endpoint: 'https://bot.example', allowPlainHttp: false, token: 'one', channelIds: [] };

  it('reports all mistakes at once, each at its field', () => {
    const { error } = newBotForm.safeParse({ ...typed, name: ' ', endpoint: 'http://bot.example', token: 'two words' });
    const said = new Map(error?.issues.map(({ path, message }) => [path.join('.'), message]));
    expect([...said.keys()].toSorted()).toEqual(['endpoint', 'name', 'token']);
    expect(said.get('endpoint')).toBe(channels.bots.endpointProblem.needs_https);
    expect(newBotForm.safeParse(typed).success).toBe(true);
  });
});

describe('the limits', () => {
  const problem = (rule: 'hourlyLimit' | 'silenceSeconds', typed: string) =>
    ruleText(numberText(botFields[rule]).safeParse(typed).error?.issues[0]);

  it.each([
    ['1', '0'],
    ['3600', '60'],
    [' 1000000 ', '86400'],
  ])('accept %s an hour and %s seconds', (hourlyLimit, silenceSeconds) => {
    expect(problem('hourlyLimit', hourlyLimit)).toBeUndefined();
    expect(problem('silenceSeconds', silenceSeconds)).toBeUndefined();
  });

  it('explain an invalid number', () => {
    expect(problem('hourlyLimit', '0')).toBe('At least 1');
    expect(problem('silenceSeconds', '86401')).toBe('At most 86,400 (one day)');
    expect(problem('hourlyLimit', '')).toBe(errors.rules.whole);
    expect(problem('silenceSeconds', '1.5')).toBe(errors.rules.whole);
  });
});

describe('a generated token', () => {
  it('is accepted by the engine, needs no escaping in an address, and is never the same', () => {
    const tokens = Array.from({ length: 50 }, generateToken);
    for (const token of tokens) {
      expect(botFields.token.safeParse(token).success).toBe(true);
      expect(encodeURIComponent(token)).toBe(token);
      expect(token).toHaveLength(32);
    }
    expect(new Set(tokens).size).toBe(50);
  });
});
