import { describe, expect, it } from 'vitest';
import channels from '#shared/locales/en/channels.json' with { type: 'json' };
import { isUnencrypted } from '../parts/address-fields.tsx';
import { replyAddressProblem } from './channel-fields.tsx';

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
      expect(replyAddressProblem(typed, false)).toBe(channels.endpoint.not_an_address);
      expect(replyAddressProblem(typed, true)).toBe(channels.endpoint.not_an_address);
    },
  );

  it('does not take a user name or password', () => {
    expect(replyAddressProblem('https://anna:1234@shop.example', true)).toBe(channels.endpoint.has_credentials);
  });

  it.each(['http://shop.example/hook', 'http://192.168.1.7', 'http://127.0.0.1.example.com'])(
    'takes %j only with plain HTTP allowed, and calls it unencrypted',
    (typed) => {
      expect(replyAddressProblem(typed, false)).toBe(channels.endpoint.needs_https);
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
