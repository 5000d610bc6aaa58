import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ProvisionError, provisioned } from './provision.ts';
import type { SettingsFile, Vault } from './ports.ts';
import { openSettings } from './settings.ts';

const log = pino({ level: 'silent' });

function vaultWith(key: string): Vault {
  return {
    backend: 'a test',
    seal: async (plain) => `${key}:${Buffer.from(plain).toString('base64')}`,
    open: async (sealed) => {
      if (!sealed.startsWith(`${key}:`)) throw new Error('another key');
      return Buffer.from(sealed.slice(key.length + 1), 'base64').toString();
    },
    deriveKey: async () => Buffer.alloc(32),
  };
}

function memoryFile(content?: unknown): SettingsFile & { content: unknown; aside: unknown } {
  const file = {
    content,
    aside: undefined as unknown,
    read: () => file.content,
    write: (document: object) => {
      file.content = structuredClone(document);
    },
    setAside: () => {
      file.aside = file.content;
      file.content = undefined;
      return 'settings.damaged.json';
    },
  };
  return file;
}

const SHOP = { name: 'Shop app', publicId: 'shop-1', secret: 'path-secret', endpoint: 'https://shop.example/hook' };
const PROVISION = { operators: [{ name: 'Olga', accessKey: 'sixteen characters' }], channels: [SHOP], settings: { publicUrl: 'https://chat.example' } };

describe('settings', () => {
  test('are as they were after a restart, and hold no secret in the clear', async () => {
    const file = memoryFile();
    const first = await openSettings({ file, vault: vaultWith('k'), log });
    await first.change((state) => provisioned(state, PROVISION));
    expect(JSON.stringify(file.content)).not.toMatch(/path-secret|sixteen/);
    const again = await openSettings({ file, vault: vaultWith('k'), log });
    expect(again.current()).toEqual(first.current());
    expect(again.current()).toMatchObject({ setUp: true, publicUrl: 'https://chat.example', channels: [{ secret: 'path-secret' }] });
  });

  test('that are damaged are set aside, never overwritten', async () => {
    const damaged = { version: 1, channels: 'none' };
    const file = memoryFile(damaged);
    const settings = await openSettings({ file, vault: vaultWith('k'), log });
    expect(settings.setAside).toBe('settings.damaged.json');
    expect(file.aside).toBe(damaged);
    expect(settings.current().channels).toEqual([]);
  });

  test('sealed with another key stop the start and stay as they are', async () => {
    const file = memoryFile();
    await (await openSettings({ file, vault: vaultWith('k'), log })).change((state) => provisioned(state, PROVISION));
    const before = structuredClone(file.content);
    await expect(openSettings({ file, vault: vaultWith('other'), log })).rejects.toThrow('encrypted with another key');
    expect(file.content).toEqual(before);
  });

  test('that cannot be written are not changed', async () => {
    const sound = memoryFile();
    let isFull = false;
    const write = (document: object): void => {
      if (isFull) throw new Error('disk full');
      sound.write(document);
    };
    const settings = await openSettings({ file: { ...sound, write }, vault: vaultWith('k'), log });
    isFull = true;
    await expect(settings.change((state) => ({ ...state, setUp: true }))).rejects.toThrow('disk full');
    expect(settings.current().setUp).toBe(false);
  });
});

describe('a provision file', () => {
  const empty = { version: 1 as const, installationId: '00000000-0000-4000-8000-000000000000', setUp: false, publicUrl: null, operators: [], channels: [], bots: [] };

  test('applied again changes nothing', () => {
    const once = provisioned(empty, PROVISION);
    expect(provisioned(once, PROVISION)).toEqual(once);
  });

  test('keeps what it does not speak of', () => {
    const before = provisioned(empty, PROVISION);
    const after = provisioned(before, { channels: [{ name: 'Shop', publicId: 'shop-1' }] });
    expect(after.operators).toEqual(before.operators);
    expect(after.channels).toMatchObject([{ id: before.channels[0]?.id, name: 'Shop', secret: 'path-secret', endpoint: SHOP.endpoint }]);
  });

  test.each([
    ['plain HTTP to another machine', { channels: [{ ...SHOP, endpoint: 'http://shop.example' }] }, /channels\[0\] \("Shop app"\), endpoint: .*https/],
    ['a short access key', { operators: [{ name: 'Olga', accessKey: 'short' }] }, /operators\[0\] \("Olga"\), accessKey: at least 16/],
    ['a secret that is a word of the listener', { channels: [{ ...SHOP, secret: 'webhooks' }] }, /secret/],
    ['a channel twice', { channels: [SHOP, SHOP] }, /"shop-1" stands in it twice/],
    ['no object', 'text', /object/],
  ])('with %s is refused, the entry named', (_what, content, words) => {
    const apply = () => provisioned(empty, content);
    expect(apply).toThrow(ProvisionError);
    expect(apply).toThrow(words);
  });

  const BOT = { name: 'FAQ', providerId: 'prov-1', token: 'a-token', endpoint: 'https://bot.example', channels: ['shop-1'] };

  test('attaches a bot to channels by their public id', () => {
    const once = provisioned(empty, { ...PROVISION, bots: [BOT] });
    expect(once.bots).toMatchObject([{ name: 'FAQ', channelIds: [once.channels[0]?.id], hourlyLimit: 3600, silenceSeconds: 60, enabled: true }]);
    expect(provisioned(once, { ...PROVISION, bots: [{ ...BOT, name: 'Answers' }] }).bots).toMatchObject([{ id: once.bots[0]?.id, name: 'Answers' }]);
  });

  test('may hold two bots of one provider', () => {
    const two = { ...PROVISION, bots: [BOT, { ...BOT, name: 'Sales', token: 'another' }] };
    const once = provisioned(empty, two);
    expect(provisioned(once, two)).toEqual(once);
    expect(once.bots.map(({ name }) => name)).toEqual(['FAQ', 'Sales']);
  });

  test('with a bot on an unknown channel is refused, the entry named', () => {
    expect(() => provisioned(empty, { bots: [BOT] })).toThrow(/bots\[0\] \("FAQ"\), channels: there is no channel "shop-1"/);
  });

  test('may allow plain HTTP for development', () => {
    expect(() => provisioned(empty, { channels: [{ ...SHOP, endpoint: 'http://shop.example', allowPlainHttp: true }] })).not.toThrow();
  });
});
