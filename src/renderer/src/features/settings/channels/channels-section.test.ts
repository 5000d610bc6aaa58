import { describe, expect, it } from 'vitest';
import channels from '#shared/locales/en/channels.json' with { type: 'json' };
import { addressForm, addressProblem, isUnencrypted } from '../parts/address-fields.tsx';

describe('the reply address', () => {
  it.each([
    ['', undefined],
    [' https://shop.example/hook ', undefined],
    ['shop', channels.endpoint.not_an_address],
    ['https://', channels.endpoint.not_an_address],
    ['https://anna:1234@shop.example', channels.endpoint.has_credentials],
    ['http://192.168.1.7', channels.endpoint.needs_https],
  ])('says of %j: %s', (typed, problem) => {
    expect(addressProblem('channel', typed, false)).toBe(problem);
  });

  it('adds https:// to an address that was typed without it', () => {
    expect(addressProblem('channel', ' shop.example/hook', false)).toBeUndefined();
    const form = addressForm('channel', {});
    expect(form.parse({ endpoint: ' shop.example/hook', allowPlainHttp: false }).endpoint).toBe(
      'https://shop.example/hook',
    );
  });

  it('is called unencrypted in plain HTTP, except to this computer', () => {
    const addresses = ['http://shop.example/hook', 'https://shop.example', 'http://localhost:1', ''];
    expect(addresses.map(isUnencrypted)).toEqual([true, false, false, false]);
  });
});
