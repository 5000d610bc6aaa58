import { describe, expect, it } from 'vitest';
import { siteHost, siteSettings } from '#shared/domain/site.ts';
import { hostOf, isOnWebsite, guideProgress, type GuideFacts } from './site-settings.ts';
import { connectionSettings } from '#shared/contract/connection.ts';

describe('what an owner types', () => {
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

it.each([
  ['https://bella.example/lamps', true],
  ['https://www.bella.example', true],
  ['http://localhost:3000/', true],
  ['https://other.example/?from=bella.example', false],
  ['https://bella.example/chat/bella', false],
  ['https://bella.example/chat/bella?lang=de#top', false],
  ['https://bella.example/chat/bella-2', true],
  ['bella.example', false],
  ['android-app://bella.example/', false],
  [undefined, false],
])('a chat from the page %j was written on the website: %s', (page, isThere) => {
  const hosts = ['bella.example', 'localhost:3000'];
  expect(isOnWebsite(page, hosts, 'https://bella.example/chat/bella')).toBe(isThere);
});

type View = NonNullable<GuideFacts['view']>;

const viewOf = (state: View['reach']['state'], settings: object): View => ({
  reach: { state, url: 'https://chat.example', since: 0 },
  settings: connectionSettings.parse(settings),
});
const begun: GuideFacts = {
  view: viewOf('local', {}),
  channel: { site: siteSettings.parse({}) },
  isLookFine: false,
  isAllowed: false,
  isSeen: false,
  isWritten: false,
};

describe('the guide', () => {
  it('has everything to do at first, also before the address is known', () => {
    const nothing = { address: 'toDo', look: 'toDo', site: 'toDo', proof: 'toDo' };
    expect(guideProgress(begun)).toEqual(nothing);
    expect(guideProgress({ ...begun, view: undefined })).toEqual(nothing);
  });

  const named = { kind: 'cloudflare', cloudflare: { mode: 'named' } };
  it.each([
    ['own', viewOf('reachable', { way: 'own' }), 'done'],
    ['own, not reachable', viewOf('unreachable', { way: 'own' }), 'toDo'],
    ['own, not checked yet', viewOf('checking', { way: 'own' }), 'toDo'],
    ['the local network', viewOf('reachable', { way: 'lan' }), 'trial'],
    ['a quick tunnel', viewOf('reachable', { way: 'tunnel', tunnel: { kind: 'cloudflare' } }), 'trial'],
    ['a named tunnel', viewOf('reachable', { way: 'tunnel', tunnel: named }), 'done'],
    ['ngrok', viewOf('reachable', { way: 'tunnel', tunnel: { kind: 'ngrok' } }), 'done'],
  ] as const)('the address by %s', (_name, view, state) => {
    expect(guideProgress({ ...begun, view }).address).toBe(state);
  });

  it('the look is done once it was changed, or gone on with', () => {
    const look = (facts: Partial<GuideFacts>) => guideProgress({ ...begun, ...facts }).look;
    expect(look({ isLookFine: true })).toBe('done');
    expect(look({ channel: { site: siteSettings.parse({ side: 'left' }) } })).toBe('done');
    expect(look({ channel: { site: siteSettings.parse({}), picture: 'x' } })).toBe('done');
  });

  it('the site is done once it is the owner’s, and the proof once somebody has written there', () => {
    expect(guideProgress({ ...begun, isAllowed: true })).toMatchObject({ site: 'done', proof: 'toDo' });
    expect(guideProgress({ ...begun, isAllowed: true, isWritten: true }).proof).toBe('done');
    expect(guideProgress({ ...begun, isWritten: true }).proof).toBe('toDo');
  });

  it('through the website itself, the address is done once the folder was found, and the site once somebody wrote there', () => {
    const box = { url: 'https://bella.example/counterbell', allowPlainHttp: false };
    const connected = { ...begun, channel: { ...begun.channel, box }, isAllowed: true };
    const nothing = { address: 'toDo', look: 'toDo', site: 'toDo', proof: 'toDo' };
    expect(guideProgress(connected)).toEqual(nothing);
    expect(guideProgress({ ...connected, view: viewOf('reachable', { way: 'own' }) })).toEqual(nothing);
    expect(guideProgress({ ...connected, letterbox: { state: 'broken' } })).toEqual(nothing);
    expect(guideProgress({ ...connected, letterbox: { state: 'open' } })).toEqual({ ...nothing, address: 'done' });
    expect(guideProgress({ ...connected, letterbox: { state: 'open' }, isWritten: true })).toMatchObject({
      address: 'done',
      site: 'done',
      proof: 'done',
    });
  });

  it('a page on this computer alone is only a trial', () => {
    expect(guideProgress({ ...begun, isSeen: true })).toMatchObject({ site: 'trial', proof: 'toDo' });
    expect(guideProgress({ ...begun, isSeen: true, isAllowed: true }).site).toBe('done');
  });
});
