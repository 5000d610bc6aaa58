import { beforeEach, expect, it } from 'vitest';
import { pino } from 'pino';
import { desktopPreferences, type DesktopPreferences } from '#shared/contract/desktop.ts';
import type { Reach } from '#shared/contract/connection.ts';
import { createFakeClock, type FakeClock } from '../../../../test/fixtures/fake-clock.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import { createReachNotices, type ReachNotices } from './reach.ts';
import type { Notice } from './notice.ts';

const url = 'https://chat.example';
const problem = { what: foreignText('chat.example refused the connection'), todo: foreignText('Check the proxy.') };

let clock: FakeClock;
let shown: Notice[];
let withdrawn: string[];
let preferences: DesktopPreferences;
let isSilenced: boolean;
let notices: ReachNotices;
beforeEach(() => {
  clock = createFakeClock();
  shown = [];
  withdrawn = [];
  preferences = desktopPreferences.parse({});
  isSilenced = false;
  notices = createReachNotices({
    isQuiet: () => false,
    presenter: {
      show: async (notice) => {
        shown.push(notice);
        return { shown: true };
      },
      withdraw: (key) => withdrawn.push(key),
      isSilenced: async () => isSilenced,
    },
    preferences: { current: () => preferences, change: () => undefined, onChange: () => () => undefined },
    clock,
    log: pino({ level: 'silent' }),
  });
});

const see = (state: Reach['state'], more: { readonly url?: string; readonly formerUrl?: string } = {}): void =>
  notices.see({
    way: 'own',
    reach: { state, url: more.url ?? url, since: 0, ...(state === 'unreachable' && { problem }) },
    formerUrl: more.formerUrl,
  });
const titles = () => shown.map(({ title }) => title);

it('reports a connection broken for a minute once, and withdraws the notice when it works again', async () => {
  see('unreachable');
  await clock.advance(59_999);
  see('unreachable');
  expect(shown).toEqual([]);
  await clock.advance(1);
  see('unreachable');
  await clock.advance(600_000);
  expect(shown).toEqual([
    {
      key: 'unreachable',
      title: 'Customers can’t reach you',
      body: 'chat.example refused the connection. Check the proxy.',
      sound: true,
      answerable: false,
    },
  ]);
  expect(withdrawn).toEqual([]);
  see('reachable');
  expect(withdrawn).toEqual(['unreachable']);
});

it('ignores a failure shorter than a minute; another attempt is not a recovery', async () => {
  see('unreachable');
  await clock.advance(50_000);
  see('reachable');
  see('unreachable');
  await clock.advance(50_000);
  expect(shown).toEqual([]);
  see('checking');
  await clock.advance(10_000);
  expect(titles()).toEqual(['Customers can’t reach you']);
});

it('withdraws the notice when the owner chooses this computer only', async () => {
  see('unreachable');
  see('local');
  await clock.advance(600_000);
  expect(shown).toEqual([]);
  expect(clock.waiting()).toBe(0);
});

it('shows nothing if switched off', async () => {
  preferences = desktopPreferences.parse({ notifications: { unreachable: false } });
  see('unreachable', { formerUrl: 'https://old.example' });
  await clock.advance(60_000);
  see('reachable', { formerUrl: 'https://old.example' });
  await clock.advance(60_000);
  expect(shown).toEqual([]);
});

it('shows nothing while paused or during do not disturb, and reports what is still broken afterwards', async () => {
  isSilenced = true;
  see('unreachable');
  await clock.advance(60_000);
  isSilenced = false;
  preferences = desktopPreferences.parse({ pausedUntil: clock.wall() + 50_000 });
  await clock.advance(30_000);
  expect(shown).toEqual([]);
  await clock.advance(30_000);
  expect(titles()).toEqual(['Customers can’t reach you']);
});

it('reports a changed public address once it works, until the customers’ side has it', async () => {
  const moved = { url: 'https://new.example', formerUrl: url };
  see('unreachable', moved);
  await clock.advance(10_000);
  expect(shown).toEqual([]);
  see('reachable', moved);
  await clock.advance(0);
  expect(shown).toMatchObject([
    { key: 'moved', title: 'Your public address changed', body: expect.stringContaining('https://new.example') },
  ]);
  see('checking', { url: 'https://new.example' });
  see('reachable', moved);
  see('reachable', { url: 'https://newer.example', formerUrl: url });
  await clock.advance(0);
  expect(shown.map(({ key }) => key)).toEqual(['moved', 'moved']);
  see('reachable', { url: 'https://newer.example' });
  expect(withdrawn).toEqual(['unreachable', 'moved']);
});

it('leaves nothing behind when the app stops', async () => {
  see('unreachable');
  notices.stop();
  await clock.advance(600_000);
  expect(shown).toEqual([]);
});

it('reports too many new customers once per flood, whatever changes, and withdraws it when the flood is over', async () => {
  const flood = (floodSince: number | undefined): void =>
    notices.see({ way: 'own', reach: { state: 'reachable', url, since: 0 }, formerUrl: undefined, floodSince });
  flood(5000);
  await clock.advance(0);
  flood(5000);
  await clock.advance(60_000);
  expect(titles()).toEqual(['Too many new customers are writing']);
  flood(undefined);
  expect(withdrawn).toEqual(['flood']);
  flood(90_000);
  await clock.advance(0);
  expect(titles()).toHaveLength(2);
});
