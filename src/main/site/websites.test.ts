import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { siteSettings, type SiteSettings, type WebsiteChange } from '#shared/domain/site.ts';
import { askedWebsites, withWebsite } from '#shared/domain/websites.ts';
import { MOST_ASKED, MOST_REFUSED } from '#shared/domain/site.ts';
import { MOST_OF_A_CLIENT } from './website-tries.ts';
import { createWebsites } from './websites.ts';

const DAY = 24 * 60 * 60_000;

let clock: FakeClock;
let site: SiteSettings;
let isWritable: boolean;
let writes: number;
let websites: ReturnType<typeof createWebsites>;

const channel = () => ({ id: 'shop', site }) as ChannelRecord;
const start = (): void => {
  websites = createWebsites({
    channels: {
      find: () => channel(),
      changeWebsite: async (_id: string, change: WebsiteChange) => {
        writes += 1;
        if (!isWritable) throw new Error('the disk is full');
        decide(change);
      },
    } as unknown as ChannelDirectory,
    clock,
    log: pino({ level: 'silent' }),
    ownAddress: () => 'https://chat.example/below',
    onSeen: () => undefined,
  });
};
beforeEach(() => {
  clock = createFakeClock();
  site = siteSettings.parse({});
  isWritable = true;
  writes = 0;
  start();
});

const admits = (origin: string | undefined, ownHost?: string, clientAddress = '192.0.2.1'): boolean =>
  websites.admit(channel(), { headers: { origin, host: ownHost }, clientAddress });
const visit = (host: string, clientAddress: string): void => void admits(`https://${host}`, undefined, clientAddress);
const decide = (change: WebsiteChange): void => {
  site = { ...site, ...withWebsite(site, { ...change, at: change.at ?? clock.wall() }) };
};
const refuse = (host: string): void => decide({ host, from: 'asked', to: 'refused' });
const asked = (): readonly string[] => askedWebsites(site).map(({ host }) => host);
const seen = (): readonly string[] => websites.seen('shop').map(({ host }) => host);
/** the time in which everything that is to be asked has been */
const settled = (): Promise<void> => clock.advance(60_000);

describe('the first website', () => {
  test('shows the window once the owner has confirmed it, and no other does then', async () => {
    expect(admits('https://Lamps.example')).toBe(false);
    await settled();
    expect(asked()).toEqual(['lamps.example']);
    expect(site.sites).toEqual([]);
    decide({ host: 'lamps.example', from: 'asked', to: 'allowed' });
    expect(admits('https://lamps.example')).toBe(true);
    expect(admits('https://thief.example')).toBe(false);
  });

  test('is not the one of a stranger who came before', async () => {
    expect(admits('https://thief.example')).toBe(false);
    await settled();
    expect(admits('https://thief.example')).toBe(false);
    expect(admits('https://lamps.example')).toBe(false);
    await settled();
    expect(asked()).toEqual(['thief.example', 'lamps.example']);
    expect(site.sites).toEqual([]);
  });

  test('is asked about at the next visit if it could not be written', async () => {
    isWritable = false;
    admits('https://lamps.example');
    await settled();
    isWritable = true;
    expect(asked()).toEqual([]);
    admits('https://lamps.example');
    await settled();
    expect(asked()).toEqual(['lamps.example']);
  });

  test.each([
    ['the chat page', 'https://chat.example', undefined],
    ['the chat page as a proxy names it', 'https://proxy.example', 'PROXY.example'],
    ['no browser', undefined, undefined],
    ['a page on this computer', 'http://localhost:8080', undefined],
  ])('is not %s', async (_what, origin, ownHost) => {
    expect(admits(origin, ownHost)).toBe(true);
    await settled();
    expect([site.sites, site.otherSites]).toEqual([[], []]);
  });
});

describe('with websites of its own', () => {
  beforeEach(() => {
    site = { ...site, sites: ['www.lamps.example', 'shop.example:8443'] };
  });

  test.each([
    ['https://www.lamps.example', true],
    ['https://lamps.example', true],
    ['http://LAMPS.example', true],
    ['https://shop.example:8443', true],
    ['https://shop.example', false],
    ['https://lamps.example.thief.example', false],
    ['https://evil-lamps.example', false],
    ['http://127.0.0.1:3000', true],
    ['https://chat.example', true],
    ['null', false],
    ['', false],
    ['file://lamps.example', false],
    ['https://', false],
    ['https://a b', false],
    [`https://${'x'.repeat(300)}.example`, false],
  ])('a page of %s: %s', (origin, isAdmitted) => {
    expect(admits(origin)).toBe(isAdmitted);
  });

  test('those seen are listed, the latest first; made-up addresses of this computer push none off', () => {
    admits('https://lamps.example');
    admits('https://shop.example:8443');
    admits('https://lamps.example');
    admits('https://thief.example');
    expect(seen()).toEqual(['lamps.example', 'shop.example:8443']);
    for (let port = 1000; port < 1500; port += 1) admits(`http://localhost:${port}`);
    expect(seen()).toEqual([
      'localhost:1499',
      'localhost:1498',
      'localhost:1497',
      'lamps.example',
      'shop.example:8443',
    ]);
  });

  test('one that may no longer show it is not listed as seen any more', () => {
    admits('https://lamps.example');
    site = { ...site, sites: ['shop.example:8443'] };
    admits('https://shop.example:8443');
    expect(seen()).toEqual(['shop.example:8443']);
  });
});

describe('the owner is asked', () => {
  test('about each once, one a second, the oldest first, with and without www as one', async () => {
    admits('https://www.a.example');
    admits('https://b.example');
    admits('https://a.example');
    await clock.advance(0);
    expect(asked()).toHaveLength(1);
    await settled();
    expect(asked()).toEqual(['www.a.example', 'b.example']);
    admits('https://b.example');
    await settled();
    expect(writes).toBe(2);
  });

  test('never again about one that they have refused, whatever else is tried', async () => {
    site = { ...site, sites: ['lamps.example'] };
    visit('thief.example', '192.0.2.1');
    await settled();
    refuse('thief.example');
    for (let at = 0; at < 500; at += 1) {
      visit(`made-up-${at}.example`, `198.51.${at % 100}.${at % 200}`);
      visit('www.thief.example', `203.0.113.${at % 250}`);
      if (at % 20 === 0) await clock.advance(1000);
    }
    await settled();
    expect(asked()).toHaveLength(MOST_ASKED);
    expect(asked()).not.toContain('www.thief.example');
    expect(site.otherSites.filter(({ refused }) => refused).map(({ host }) => host)).toEqual(['thief.example']);
  });

  test('about none any more once they have refused as many as can be remembered', async () => {
    const refused = Array.from({ length: MOST_REFUSED }, (_, at) => `thief-${at}.example`);
    site = { ...site, otherSites: refused.map((host) => ({ host, at: 1, refused: true })) };
    visit('new.example', '192.0.2.1');
    await settled();
    expect(asked()).toEqual([]);
    expect(site.otherSites).toHaveLength(MOST_REFUSED);
  });
});

describe('noise', () => {
  /** 500 made-up names, from so many addresses */
  const noise = async (addresses: number, round = 0): Promise<void> => {
    for (let at = 0; at < 500; at += 1) {
      visit(`made-up-${round}-${at}.example`, `198.51.100.${at % addresses}`);
      if (at % 50 === 0) await clock.advance(1000);
    }
    await settled();
  };

  test('of one client: a few questions in a day, also if it has a whole network of IPv6', async () => {
    for (let at = 0; at < 500; at += 1) visit(`made-up-${at}.example`, `2001:db8::${at.toString(16)}`);
    visit('lamps.example', '192.0.2.1');
    await settled();
    expect(asked()).toHaveLength(MOST_OF_A_CLIENT + 1);
    expect(asked()).toContain('lamps.example');
    for (const host of asked()) if (host !== 'lamps.example') refuse(host);
    await noise(1);
    for (let at = 0; at < 500; at += 1) visit(`other-${at}.example`, `2001:db8::${at.toString(16)}`);
    await settled();
    expect(asked()).toHaveLength(1 + MOST_OF_A_CLIENT);
  });

  test('does not push a real one off: neither from one address nor from many', async () => {
    visit('first.example', '203.0.113.1');
    visit('lamps.example', '203.0.113.1');
    await settled();
    await noise(1);
    await noise(30, 1);
    await noise(250, 2);
    expect(asked().slice(0, 2)).toEqual(['first.example', 'lamps.example']);
    expect(asked()).toHaveLength(MOST_ASKED);
  });

  test('does not keep a real one out that several visitors have tried, and never replaces the oldest question', async () => {
    await noise(30);
    const [shown] = asked();
    expect(asked()).toHaveLength(MOST_ASKED);
    for (const visitor of [1, 2, 3]) visit('lamps.example', `203.0.113.${visitor}`);
    await settled();
    expect(asked()).not.toContain('lamps.example');
    visit('www.lamps.example', '203.0.113.4');
    await settled();
    expect(asked()).toContain('lamps.example');
    expect(asked()).toHaveLength(MOST_ASKED);
    await noise(30, 1);
    expect(asked()).toContain('lamps.example');
    expect(asked()[0]).toBe(shown);
  });

  test('of two addresses does not count as many visitors, however often they come', async () => {
    await noise(30);
    const before = asked();
    for (let time = 0; time < 200; time += 1) visit('thief.example', `192.0.2.${time % 2}`);
    await settled();
    expect(asked()).toEqual(before);
  });

  test('gives way once nobody has tried it for a day', async () => {
    await noise(30);
    await clock.advance(DAY);
    visit('lamps.example', '203.0.113.1');
    await settled();
    expect(asked()).toContain('lamps.example');
    expect(asked()).toHaveLength(MOST_ASKED);
  });

  test('after a start does not push off what was asked before it', async () => {
    const hosts = Array.from({ length: MOST_ASKED }, (_, at) => `real-${at}.example`);
    site = { ...site, otherSites: hosts.map((host) => ({ host, at: 1 })) };
    start();
    await noise(30);
    expect(asked()).toEqual(hosts.toReversed());
  });
});

test('a channel of the other kind has none', () => {
  expect(websites.admit({ id: 'app' } as ChannelRecord, { headers: {}, clientAddress: '192.0.2.1' })).toBe(false);
});
