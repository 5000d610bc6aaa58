import { describe, expect, it } from 'vitest';
import { endpointWords } from './channel-words.ts';
import { isUnencrypted, replyAddressProblem } from './endpoint-rule.ts';

describe('reply address, as it is typed', () => {
  it.each([
    '',
    '  ',
    ' https://shop.example/hook ',
    'http://localhost:3000/x',
    'http://127.0.0.1:3000',
    'http://[::1]:3000/',
  ])('takes %j', (typed) => {
    expect(replyAddressProblem(typed, false)).toBeUndefined();
  });

  it.each(['shop', 'shop.example/hook', 'ftp://shop.example', 'https://'])(
    'does not take %j, whatever the switch',
    (typed) => {
      expect(replyAddressProblem(typed, false)).toBe(endpointWords.notAnAddress);
      expect(replyAddressProblem(typed, true)).toBe(endpointWords.notAnAddress);
    },
  );

  it('does not take a user name or password', () => {
    expect(replyAddressProblem('https://anna:1234@shop.example', true)).toBe(endpointWords.hasCredentials);
  });

  it.each(['http://shop.example/hook', 'http://192.168.1.7', 'http://127.0.0.1.example.com'])(
    'takes %j only with plain HTTP allowed, and calls it unencrypted',
    (typed) => {
      expect(replyAddressProblem(typed, false)).toBe(endpointWords.needsHttps);
      expect(replyAddressProblem(typed, true)).toBeUndefined();
      expect(isUnencrypted(typed)).toBe(true);
    },
  );

  it('calls HTTPS and this computer encrypted enough', () => {
    expect(isUnencrypted('https://shop.example')).toBe(false);
    expect(isUnencrypted('http://localhost:1')).toBe(false);
    expect(isUnencrypted('')).toBe(false);
  });
});
