import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { backupSettings } from '#shared/contract/archive.ts';
import { connectionSettings } from '#shared/contract/connection.ts';
import { hoursSettings } from '#shared/contract/hours.ts';
import { mediaSettings } from '#shared/contract/media.ts';
import { openMemoryStore } from '../../../test/fixtures/memory-store.ts';
import { storedInstallation, type Installation } from '#main/store/installation/stored-installation.ts';
import type { SettingsState } from './installation.ts';
import { ProvisionError, applyProvision } from './provision.ts';
import type { Vault } from './vault.ts';
import { openSettings, type Settings } from './settings.ts';
import { foreignText } from '#shared/locales/phrase.ts';

const log = pino({ level: 'silent' });

/** Seals with its own key, and opens what any of these keys sealed. */
function vaultWith(key: string, options: { readonly keyGiven?: boolean; readonly olderKey?: string } = {}): Vault {
  return {
    backend: foreignText('a test'),
    keyGiven: options.keyGiven ?? false,
    seal: async (plain) => `${key}:${Buffer.from(plain).toString('base64')}`,
    open: async (sealed) => {
      const [by = '', text = ''] = sealed.split(':');
      if (by !== key && by !== options.olderKey) throw new Error('another key');
      return { plain: Buffer.from(text, 'base64').toString(), needsResealing: by !== key };
    },
    deriveKey: async (purpose) =>
      createHash('sha256')
        .update(key + purpose)
        .digest(),
  };
}

type MemoryStore = ReturnType<typeof openMemoryStore>;

/** The settings in the database. */
const contentOf = async (store: MemoryStore): Promise<Installation> =>
  storedInstallation.parse(await store.read('readInstallation'));

const open = (store: MemoryStore, vault: Vault, logger = log) =>
  openSettings({ publish: ({ answer }) => answer, store, vault, clock: { wall: () => 1000 }, log: logger });

const provision = (settings: Settings, content: unknown) => settings.put(applyProvision(settings.current(), content));
/** Replaces a channel's secret, by its index. */
const give = async (settings: Settings, at: number, secret: string) =>
  settings.write('changeChannel', {
    channelId: settings.current().channels[at]?.id ?? '',
    change: { secret: await settings.seal(secret) },
  });

const SHOP = { name: 'Shop app', publicId: 'shop-1', secret: 'path-secret', endpoint: 'https://shop.example/hook' };
const PROVISION = {
  operators: [{ name: 'Olga', accessKey: 'sixteen characters' }],
  channels: [SHOP],
  settings: { publicUrl: 'https://chat.example' },
};
/** A database of settings sealed by `k`. */
async function provisioned(content: object = PROVISION): Promise<MemoryStore> {
  const store = openMemoryStore();
  await provision(await open(store, vaultWith('k')), content);
  return store;
}

describe('settings', () => {
  test('survive a restart and store no secret in plain text', async () => {
    const store = openMemoryStore();
    const first = await open(store, vaultWith('k'));
    await provision(first, PROVISION);
    expect(JSON.stringify(await contentOf(store))).not.toMatch(/path-secret|sixteen/);
    const again = await open(store, vaultWith('k'));
    expect(again.current()).toEqual(first.current());
    expect(again.current()).toMatchObject({
      setUp: true,
      connection: { way: 'own', own: { publicUrl: 'https://chat.example' } },
      channels: [{ secret: 'path-secret' }],
    });
  });

  test('get the keys that databases from before requests were signed lack, once', async () => {
    const store = await provisioned({ ...PROVISION, bots: [{ name: 'FAQ', providerId: 'prov-1', token: 'a-token' }] });
    const keysOf = ({ channels, bots }: Installation | SettingsState) =>
      [...channels, ...bots].map(({ signingKey }) => signingKey);
    const { channels, bots, ...others } = await contentOf(store);
    const unsigned = <R>(records: readonly R[]) => records.map((record) => ({ ...record, signingKey: '' }));
    await store.write('putInstallation', {
      installation: { ...others, channels: unsigned(channels), bots: unsigned(bots) },
      at: 1000,
    });
    expect(keysOf(await contentOf(store))).toEqual(['', '']);
    const keys = keysOf((await open(store, vaultWith('k'))).current());
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{32}$/), expect.stringMatching(/^[\w-]{32}$/)]);
    expect(keysOf((await open(store, vaultWith('k'))).current())).toEqual(keys);
    expect(JSON.stringify(await contentOf(store))).not.toContain(keys[0]);
  });

  test('sealed with a key other than the one supplied stop the start and stay unchanged', async () => {
    const store = await provisioned();
    const before = await contentOf(store);
    await expect(open(store, vaultWith('other', { keyGiven: true }))).rejects.toThrow('encrypted with another key');
    expect(await contentOf(store)).toEqual(before);
  });

  test('that cannot be written do not change', async () => {
    const sound = openMemoryStore();
    let isFull = false;
    const write: MemoryStore['write'] = (name, ...input) =>
      isFull ? Promise.reject(new Error('disk full')) : sound.write(name, ...input);
    const settings = await open({ ...sound, write }, vaultWith('k'));
    isFull = true;
    await expect(settings.write('changeSettings', { setUp: true })).rejects.toThrow('disk full');
    expect(settings.current().setUp).toBe(false);
  });

  test('are not written if a provision file leaves them unchanged', async () => {
    const store = await provisioned();
    const write: MemoryStore['write'] = () => Promise.reject(new Error('nothing is to be written'));
    const again = await open({ ...store, write }, vaultWith('k'));
    await expect(provision(again, PROVISION)).resolves.toBeUndefined();
  });
});

describe('secrets that cannot be opened', () => {
  const BOT = { name: 'FAQ', providerId: 'prov-1', token: 'a-token', channels: ['shop-1'] };
  const OTHER = { name: 'Kiosk', publicId: 'kiosk', secret: 'kiosk-secret' };

  /** A database sealed by `k`, with its settings. */
  async function sealedByK(): Promise<{
    readonly store: MemoryStore;
    readonly before: SettingsState;
  }> {
    const store = openMemoryStore();
    const settings = await open(store, vaultWith('k'));
    await provision(settings, { ...PROVISION, channels: [SHOP, OTHER], bots: [BOT] });
    return { store, before: settings.current() };
  }

  test('are lost, and nothing else is', async () => {
    const { store, before } = await sealedByK();
    const now = (await open(store, vaultWith('other'))).current();
    const stored = await contentOf(store);
    expect(now).toEqual({
      ...before,
      operators: [{ ...before.operators[0], accessKey: expect.any(String) as string }],
      channels: before.channels.map((channel, at) => ({
        ...channel,
        secret: { sealed: stored.channels[at]?.secret },
        signingKey: { sealed: stored.channels[at]?.signingKey },
      })),
      bots: before.bots.map((bot, at) => ({
        ...bot,
        token: { sealed: stored.bots[at]?.token },
        signingKey: { sealed: stored.bots[at]?.signingKey },
      })),
    });
  });

  test('stay unchanged while other things change, and open again under their key', async () => {
    const { store, before } = await sealedByK();
    const sealed = await contentOf(store);
    const settings = await open(store, vaultWith('other'));
    await settings.write('changeSettings', { announcedUrl: 'https://elsewhere.example' });
    const bots = sealed.bots.map((bot) => ({ ...bot, tokenDigest: null }));
    expect(await contentOf(store)).toEqual({ ...sealed, bots, announcedUrl: 'https://elsewhere.example' });
    const again = await open(store, vaultWith('k'));
    expect(again.current()).toEqual({ ...before, announcedUrl: 'https://elsewhere.example' });
  });

  test('are replaced by new ones, one by one', async () => {
    const { store } = await sealedByK();
    const sealed = await contentOf(store);
    const settings = await open(store, vaultWith('other'));
    await give(settings, 0, 'given anew');
    expect((await contentOf(store)).channels).toMatchObject([
      { secret: expect.stringMatching(/^other:/) as string },
      { secret: sealed.channels[1]?.secret },
    ]);
    const again = await open(store, vaultWith('other'));
    expect(again.current().channels).toMatchObject([
      { secret: 'given anew' },
      { secret: { sealed: sealed.channels[1]?.secret } },
    ]);
  });

  test('of the connection also stay until replaced', async () => {
    const store = openMemoryStore();
    const first = await open(store, vaultWith('k'));
    const connectionSecrets = { ngrokToken: await first.seal('one'), cloudflareToken: await first.seal('two') };
    await first.write('changeSettings', { connectionSecrets });
    const sealed = (await contentOf(store)).connectionSecrets;
    const settings = await open(store, vaultWith('other'));
    expect(settings.current().connectionSecrets).toEqual({
      ngrokToken: { sealed: sealed.ngrokToken },
      cloudflareToken: { sealed: sealed.cloudflareToken },
    });
    await settings.write('changeSettings', { connectionSecrets: { ngrokToken: await settings.seal('three') } });
    expect((await contentOf(store)).connectionSecrets).toEqual({
      ngrokToken: expect.stringMatching(/^other:/) as string,
      cloudflareToken: sealed.cloudflareToken,
    });
    expect((await open(store, vaultWith('k'))).current().connectionSecrets.cloudflareToken).toBe('two');
  });

  test('of operators have a stable substitute that differs from the lost key', async () => {
    const { store, before } = await sealedByK();
    const keyOf = async () => (await open(store, vaultWith('other'))).current().operators[0]?.accessKey;
    const standIn = await keyOf();
    expect(standIn).toMatch(/^[\w-]{43}$/);
    expect(await keyOf()).toBe(standIn);
    expect(standIn).not.toBe(before.operators[0]?.accessKey);
  });

  test('do not prevent the start if the vault does not work at all', async () => {
    const { store } = await sealedByK();
    const refuse = async (): Promise<never> => Promise.reject(new Error('locked'));
    const settings = await open(store, {
      backend: foreignText('a test'),
      keyGiven: false,
      seal: refuse,
      open: refuse,
      deriveKey: refuse,
    });
    expect(settings.current().channels.map(({ name }) => name)).toEqual(['Shop app', 'Kiosk']);
    expect(settings.current().operators[0]?.accessKey.length).toBeGreaterThanOrEqual(32);
  });

  test('are also lost under a supplied key that opens others', async () => {
    const { store } = await sealedByK();
    const document = await contentOf(store);
    const bots = document.bots.map((bot) => ({ ...bot, token: 'older:YQ==' }));
    await store.write('putInstallation', { installation: { ...document, bots }, at: 0 });
    const settings = await open(store, vaultWith('k', { keyGiven: true }));
    expect(settings.current()).toMatchObject({
      channels: [{ secret: 'path-secret' }, { secret: 'kiosk-secret' }],
      bots: [{ token: { sealed: 'older:YQ==' } }],
    });
  });

  test('are logged once, by the names of their owners', async () => {
    const { store } = await sealedByK();
    const lines: string[] = [];
    const settings = await open(
      store,
      vaultWith('other'),
      pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    );
    await settings.write('changeSettings', { setUp: true });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 40, channels: ['Shop app', 'Kiosk'], bots: ['FAQ'], operators: ['Olga'], reasons: ['another key'] },
    ]);
    for (const secret of ['path-secret', 'kiosk-secret', 'a-token', 'sixteen', 'k:'])
      expect(lines.join()).not.toContain(secret);
  });
});

describe('a newer key', () => {
  test('reseals at the start what an older one sealed', async () => {
    const store = await provisioned();
    const settings = await open(store, vaultWith('new', { olderKey: 'k' }));
    expect(await contentOf(store)).toMatchObject({
      operators: [{ accessKey: expect.stringMatching(/^new:/) as string }],
      channels: [{ secret: expect.stringMatching(/^new:/) as string }],
    });
    expect((await open(store, vaultWith('new'))).current()).toEqual(settings.current());
  });

  test('that cannot seal now leaves everything under the older one', async () => {
    const store = await provisioned();
    const before = await contentOf(store);
    const seal = async (): Promise<never> => Promise.reject(new Error('locked'));
    const settings = await open(store, { ...vaultWith('new', { olderKey: 'k' }), seal });
    await settings.write('changeSettings', { setUp: false });
    expect(await contentOf(store)).toEqual({ ...before, setUp: false });
  });
});

describe('a provision file', () => {
  const empty = {
    installationId: '00000000-0000-4000-8000-000000000000',
    setUp: false,
    connection: connectionSettings.parse({}),
    connectionSecrets: {},
    certificates: [],
    announcedUrl: null,
    media: mediaSettings.parse({}),
    backups: backupSettings.omit({ folder: true }).parse({}),
    hours: hoursSettings.parse({}),
    retention: { months: 0, since: 0 },
    team: { name: '', contact: '', reports: true },
    remoteAccess: { on: false, port: 8791, outside: '' },
    operators: [],
    channels: [],
    bots: [],
  };

  test('changes nothing when applied again', () => {
    const once = applyProvision(empty, PROVISION);
    expect(applyProvision(once, PROVISION)).toEqual(once);
  });

  test('keeps settings that it does not contain', () => {
    const before = applyProvision(empty, PROVISION);
    const after = applyProvision(before, { channels: [{ name: 'Shop', publicId: 'shop-1' }] });
    expect(after.operators).toEqual(before.operators);
    expect(after.channels).toMatchObject([
      { id: before.channels[0]?.id, name: 'Shop', secret: 'path-secret', endpoint: SHOP.endpoint },
    ]);
  });

  test.each([
    [
      'plain HTTP to another machine',
      { channels: [{ ...SHOP, endpoint: 'http://shop.example' }] },
      /channels\[0\] \("Shop app"\), endpoint: .*https/,
    ],
    [
      'a short access key',
      { operators: [{ name: 'Olga', accessKey: 'short' }] },
      /operators\[0\] \("Olga"\), accessKey: at least 16/,
    ],
    ['a secret that is a word of the listener', { channels: [{ ...SHOP, secret: 'webhooks' }] }, /secret/],
    ['a channel twice', { channels: [SHOP, SHOP] }, /"shop-1" stands in it twice/],
    ['no object', 'text', /object/],
    [
      'a key that there is not',
      { channels: [{ ...SHOP, pathSecret: 'x' }] },
      /channels\[0\] \("Shop app"\), pathSecret: there is no such key; "secret" may be meant/,
    ],
    ['an unknown list', { operator: [] }, /: operator: there is no such key/],
    [
      'an unknown key of an operator',
      { operators: [{ name: 'Olga', accessKey: 'sixteen letters!', presence: 'online' }] },
      /operators\[0\] \("Olga"\), presence: there/,
    ],
    [
      'an unknown key of a bot',
      { channels: [SHOP], bots: [{ name: 'FAQ', providerId: 'p', token: 'a-token', silence: 5 }] },
      /bots\[0\] \("FAQ"\), silence: there/,
    ],
    ['an unknown setting', { settings: { publicURL: 'https://x.example' } }, /settings.*publicURL.*: there/],
    [
      'an unknown key deep in the connection',
      { settings: { connection: { tunnel: { ngrok: { hostname: 'x' } } } } },
      /settings.*connection, tunnel, ngrok, hostname: there/,
    ],
    ['an unknown secret', { settings: { connection: { secrets: { tunnelToken: 'x' } } } }, /tunnelToken|secrets/],
    [
      'an unknown key of opening times',
      {
        channels: [
          {
            ...SHOP,
            hours: { always: true, zone: 'UTC', week: [[], [], [], [], [], [], []], holidays: [], weeks: [] },
          },
        ],
      },
      /hours, weeks: there/,
    ],
    ['a key that every object has', { toString: 1 }, /toString/],
  ])('with %s is refused, naming the entry', (_what, content, words) => {
    const apply = () => applyProvision(empty, content);
    expect(apply).toThrow(ProvisionError);
    expect(apply).toThrow(words);
  });

  const BOT = {
    name: 'FAQ',
    providerId: 'prov-1',
    token: 'a-token',
    endpoint: 'https://bot.example',
    channels: ['shop-1'],
  };

  test('assigns a bot to channels by their public ids', () => {
    const once = applyProvision(empty, { ...PROVISION, bots: [BOT] });
    expect(once.bots).toMatchObject([
      { name: 'FAQ', channelIds: [once.channels[0]?.id], hourlyLimit: 3600, silenceSeconds: 60, enabled: true },
    ]);
    expect(applyProvision(once, { ...PROVISION, bots: [{ ...BOT, name: 'Answers' }] }).bots).toMatchObject([
      { id: once.bots[0]?.id, name: 'Answers' },
    ]);
  });

  test('may contain two bots of one provider', () => {
    const two = { ...PROVISION, bots: [BOT, { ...BOT, name: 'Sales', token: 'another' }] };
    const once = applyProvision(empty, two);
    expect(applyProvision(once, two)).toEqual(once);
    expect(once.bots.map(({ name }) => name)).toEqual(['FAQ', 'Sales']);
  });

  test('with a bot on an unknown channel is refused, naming the entry', () => {
    expect(() => applyProvision(empty, { bots: [BOT] })).toThrow(
      /bots\[0\] \("FAQ"\), channels: there is no channel "shop-1"/,
    );
  });

  test('may allow plain HTTP for development', () => {
    expect(() =>
      applyProvision(empty, { channels: [{ ...SHOP, endpoint: 'http://shop.example', allowPlainHttp: true }] }),
    ).not.toThrow();
  });
});
