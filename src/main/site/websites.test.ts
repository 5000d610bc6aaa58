import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import { MOST_SITES, siteSettings, type SiteSettings } from '#shared/domain/site.ts';
import { createWebsites } from './websites.ts';

let clock: FakeClock;
let site: SiteSettings;
/** writes that are still on their way to the disk */
let writing: (() => void)[];
let isWritable: boolean;
let websites: ReturnType<typeof createWebsites>;

const channel = () => ({ id: 'shop', site }) as ChannelRecord;
beforeEach(() => {
  clock = createFakeClock();
  site = siteSettings.parse({});
  writing = [];
  isWritable = true;
  const update = (_id: string, change: { readonly site?: Partial<SiteSettings> }): Promise<void> =>
    new Promise((resolve, reject) => {
      writing.push(() => {
        if (!isWritable) return reject(new Error('the disk is full'));
        site = { ...site, ...change.site };
        resolve();
      });
    });
  websites = createWebsites({
    channels: { find: () => channel(), update } as unknown as ChannelDirectory,
    clock,
    log: pino({ level: 'silent' }),
    ownAddress: () => 'https://chat.example/below',
    onSeen: () => undefined,
  });
});

const admits = (origin: string | undefined, ownHost?: string): boolean => websites.admit(channel(), origin, ownHost);
/** what was written is on the disk */
const written = async (): Promise<void> => {
  for (const write of writing.splice(0)) write();
  await clock.advance(0);
};
const seen = (): readonly string[] => websites.seen('shop').map(({ host }) => host);

describe('the first website', () => {
  test('becomes the channel’s, and the only one', async () => {
    expect(admits('https://Lamps.example')).toBe(true);
    await written();
    expect(site.sites).toEqual(['lamps.example']);
    expect(admits('https://thief.example')).toBe(false);
  });

  test('is one of two that come at once', async () => {
    expect([admits('https://lamps.example'), admits('https://thief.example')]).toEqual([true, true]);
    await written();
    expect(site.sites).toEqual(['lamps.example']);
    expect(admits('https://thief.example')).toBe(false);
  });

  test('is written at the next visit if it could not be', async () => {
    isWritable = false;
    admits('https://lamps.example');
    await written();
    isWritable = true;
    admits('https://lamps.example');
    await written();
    expect(site.sites).toEqual(['lamps.example']);
  });

  test.each([
    ['the chat page', 'https://chat.example', undefined],
    ['the chat page as a proxy names it', 'https://proxy.example', 'PROXY.example'],
    ['no browser', undefined, undefined],
    ['a page on this computer', 'http://localhost:8080', undefined],
  ])('is not %s', async (_what, origin, ownHost) => {
    expect(admits(origin, ownHost)).toBe(true);
    await written();
    expect(site.sites).toEqual([]);
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

  test('others are asked about: each once, one a second, the newest twenty', async () => {
    admits('https://a.example');
    admits('https://b.example');
    await written();
    admits('https://b.example');
    expect(writing).toHaveLength(0);
    await clock.advance(1000);
    admits('https://a.example');
    expect(writing).toHaveLength(0);
    for (let at = 0; at < 30; at += 1) {
      admits(`https://thief-${at}.example`);
      await written();
      await clock.advance(1000);
    }
    expect(site.otherSites.map(({ host }) => host)).toEqual(
      Array.from({ length: MOST_SITES }, (_, at) => `thief-${29 - at}.example`),
    );
    expect(site.sites).toHaveLength(2);
  });

  test('those seen are listed, the latest first, and not more than can be kept', () => {
    admits('https://lamps.example');
    admits('https://shop.example:8443');
    admits('https://lamps.example');
    admits('https://thief.example');
    expect(seen()).toEqual(['lamps.example', 'shop.example:8443']);
    for (let port = 1000; port < 1100; port += 1) admits(`http://localhost:${port}`);
    expect(seen()).toHaveLength(MOST_SITES);
    expect(seen()[0]).toBe('localhost:1099');
  });
});

test('a channel of the other kind has none', () => {
  expect(websites.admit({ id: 'app' } as ChannelRecord, undefined, undefined)).toBe(false);
});
