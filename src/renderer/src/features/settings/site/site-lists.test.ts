import { describe, expect, it } from 'vitest';
import { MOST_SITES, siteHost } from '#shared/domain/site.ts';
import { hostOf, withoutSite, withRefused, withSite } from './site-lists.ts';

const other = (host: string) => ({ host, at: 1 });

describe('the websites of a channel', () => {
  it('a website that is allowed is no longer asked about, with or without www', () => {
    expect(
      withSite(
        { sites: ['shop.example'], otherSites: [other('www.lamps.example'), other('evil.example')] },
        'lamps.example',
      ),
    ).toEqual({ sites: ['shop.example', 'lamps.example'], otherSites: [other('evil.example')] });
  });

  it('allowing one twice, or too many, changes nothing', () => {
    const sites = Array.from({ length: MOST_SITES }, (_, at) => `shop-${String(at)}.example`);
    expect(withSite({ sites, otherSites: [] }, 'www.shop-3.example').sites).toEqual(sites);
    expect(withSite({ sites, otherSites: [] }, 'new.example').sites).toEqual(sites);
  });

  it('a refused one stays, so that it is not asked about again', () => {
    expect(withRefused({ sites: [], otherSites: [other('a.example'), other('b.example')] }, 'a.example')).toEqual({
      otherSites: [{ ...other('a.example'), refused: true }, other('b.example')],
    });
  });

  it('one is removed', () => {
    expect(withoutSite({ sites: ['a.example', 'b.example'], otherSites: [] }, 'a.example')).toEqual({
      sites: ['b.example'],
    });
  });

  it.each([
    ['https://www.Shop.example/cart?x=1', 'www.shop.example'],
    ['shop.example/', 'shop.example'],
    [' http://localhost:3000 ', 'localhost:3000'],
    ['SHOP.example', 'shop.example'],
  ])('%j is the website %j', (typed, host) => {
    expect(siteHost.parse(hostOf(typed))).toBe(host);
  });

  it.each(['', 'two words', 'ftp:/x', 'https://', '<script>'])('%j is none', (typed) => {
    expect(siteHost.safeParse(hostOf(typed)).success).toBe(false);
  });
});
