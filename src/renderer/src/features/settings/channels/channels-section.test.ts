import { describe, expect, it } from 'vitest';
import channels from '#shared/locales/en/channels.json' with { type: 'json' };
import { addressForm, addressProblem, isUnencrypted } from '../parts/address-fields.tsx';

describe('the reply address', () => {
  it.each([
    '',
    '  ',
    ' https://shop.example/hook ',
    'http://localhost:3000/x',
    'http://127.0.0.1:3000',
    'http://[::1]:3000/',
  ])('accepts %j', (typed) => {
    expect(addressProblem('channel', typed, false)).toBeUndefined();
  });

  it.each(['shop', 'localhost:3000', 'ftp://shop.example', 'https://'])('rejects %j, whatever the switch', (typed) => {
    expect(addressProblem('channel', typed, false)).toBe(channels.endpoint.not_an_address);
    expect(addressProblem('channel', typed, true)).toBe(channels.endpoint.not_an_address);
  });

  it('adds https:// to an address that was typed without it', () => {
    expect(addressProblem('channel', ' shop.example/hook', false)).toBeUndefined();
    const form = addressForm('channel', {});
    expect(form.parse({ endpoint: ' shop.example/hook', allowPlainHttp: false }).endpoint).toBe(
      'https://shop.example/hook',
    );
  });

  it('rejects a user name or password', () => {
    expect(addressProblem('channel', 'https://anna:1234@shop.example', true)).toBe(channels.endpoint.has_credentials);
  });

  it.each(['http://shop.example/hook', 'http://192.168.1.7', 'http://127.0.0.1.example.com'])(
    'accepts %j only if plain HTTP is allowed, and calls it unencrypted',
    (typed) => {
      expect(addressProblem('channel', typed, false)).toBe(channels.endpoint.needs_https);
      expect(addressProblem('channel', typed, true)).toBeUndefined();
      expect(isUnencrypted(typed)).toBe(true);
    },
  );

  it('does not call HTTPS or this computer unencrypted', () => {
    expect(isUnencrypted('https://shop.example')).toBe(false);
    expect(isUnencrypted('http://localhost:1')).toBe(false);
    expect(isUnencrypted('')).toBe(false);
  });
});
