import { describe, expect, it } from 'vitest';
import type { WebsiteChange } from './site.ts';
import { askedWebsites, websiteStateOf, withWebsite } from './websites.ts';
import { MOST_SITES, siteSettings } from './site.ts';
import { hasWebsite } from './site-addresses.ts';

const asked = (host: string) => ({ host, at: 1 });
const refused = (host: string) => ({ host, at: 1, refused: true as const });
const lists = {
  sites: ['shop.example'],
  otherSites: [asked('new.example'), refused('thief.example'), asked('www.lamps.example')],
};
const step = (host: string, from: WebsiteChange['from'], to: WebsiteChange['to'], before = lists) =>
  withWebsite(before, { host, from, to, at: 9 });

describe('a step for a website', () => {
  it.each([
    ['allowing one that was asked about, with or without www', 'lamps.example', 'asked', 'allowed'],
    ['refusing it', 'new.example', 'asked', 'refused'],
    ['allowing one that was refused', 'www.thief.example', 'refused', 'allowed'],
    ['removing one', 'www.shop.example', 'allowed', 'unknown'],
    ['adding one', 'added.example', 'unknown', 'allowed'],
    ['asking about one', 'other.example', 'unknown', 'asked'],
    ['forgetting a question', 'new.example', 'asked', 'unknown'],
  ] as const)('%s, and undoing it', (_what, host, from, to) => {
    expect(websiteStateOf(lists, host)).toBe(from);
    const after = step(host, from, to);
    expect(websiteStateOf(after, host)).toBe(to);
    expect(websiteStateOf(step(host, to, from, after), host)).toBe(from);
    for (const other of ['shop.example', 'new.example', 'thief.example', 'lamps.example'])
      if (!host.endsWith(other)) expect(websiteStateOf(after, other)).toBe(websiteStateOf(lists, other));
  });

  it('changes nothing if somebody has decided otherwise before', () => {
    expect(step('lamps.example', 'asked', 'refused', step('lamps.example', 'asked', 'allowed'))).toEqual(
      step('lamps.example', 'asked', 'allowed'),
    );
    expect(step('thief.example', 'unknown', 'asked')).toEqual(lists);
  });

  it('changes nothing if there is no room for another website', () => {
    const full = { ...lists, sites: Array.from({ length: MOST_SITES }, (_, at) => `shop-${String(at)}.example`) };
    expect(step('lamps.example', 'asked', 'allowed', full)).toEqual(full);
  });

  it('keeps when a website was first seen', () => {
    expect(step('new.example', 'asked', 'refused').otherSites[0]).toEqual(refused('new.example'));
    expect(step('other.example', 'unknown', 'asked').otherSites[0]).toEqual({ host: 'other.example', at: 9 });
  });
});

it('the owner is asked about the oldest first, and not about what they have allowed by name meanwhile', () => {
  expect(askedWebsites(lists).map(({ host }) => host)).toEqual(['www.lamps.example', 'new.example']);
  expect(askedWebsites({ ...lists, sites: ['lamps.example'] }).map(({ host }) => host)).toEqual(['new.example']);
});

it('a website that was only seen is not the channel’s yet', () => {
  expect(hasWebsite({ site: { ...siteSettings.parse({}), otherSites: [asked('lamps.example')] } })).toBe(false);
  expect(hasWebsite({ site: { ...siteSettings.parse({}), ...lists } })).toBe(true);
  expect(hasWebsite({})).toBe(false);
});
