import { describe, expect, it } from 'vitest';
import { connectionSettings } from '#shared/contract/connection.ts';
import { siteSettings } from '#shared/domain/site.ts';
import { guideProgress, type GuideFacts } from './guide-progress.ts';

type View = NonNullable<GuideFacts['view']>;

const viewOf = (state: View['reach']['state'], settings: object): View => ({
  reach: { state, url: 'https://chat.example', since: 0 },
  settings: connectionSettings.parse(settings),
});
const begun: GuideFacts = {
  view: viewOf('local', {}),
  channel: { site: siteSettings.parse({}) },
  isLookFine: false,
  isSeen: false,
  isWritten: false,
};

describe('the guide', () => {
  it('has everything to do at first, also before the address is known', () => {
    const nothing = { address: 'toDo', look: 'toDo', site: 'toDo', proof: 'toDo' };
    expect(guideProgress(begun)).toEqual(nothing);
    expect(guideProgress({ ...begun, view: undefined })).toEqual(nothing);
  });

  it.each([
    ['own', viewOf('reachable', { way: 'own' }), 'done'],
    ['own, not reachable', viewOf('unreachable', { way: 'own' }), 'toDo'],
    ['own, not checked yet', viewOf('checking', { way: 'own' }), 'toDo'],
    ['the local network', viewOf('reachable', { way: 'lan' }), 'trial'],
    ['a quick tunnel', viewOf('reachable', { way: 'tunnel', tunnel: { kind: 'cloudflare' } }), 'trial'],
    [
      'a named tunnel',
      viewOf('reachable', { way: 'tunnel', tunnel: { kind: 'cloudflare', cloudflare: { mode: 'named' } } }),
      'done',
    ],
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

  it('the site is done once it was seen, and the proof once somebody has written there', () => {
    expect(guideProgress({ ...begun, isSeen: true })).toMatchObject({ site: 'done', proof: 'toDo' });
    expect(guideProgress({ ...begun, isSeen: true, isWritten: true }).proof).toBe('done');
    expect(guideProgress({ ...begun, isWritten: true }).proof).toBe('toDo');
  });
});
