import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import {
  botConversation,
  botOf,
  chatIn,
  openConversationWith,
  reported,
  startStage,
  type BotConversation,
  type Stage,
} from '../fixtures/bots.ts';
import { channelByPublicId } from '../fixtures/channels.ts';
import { ACCESS_KEY, startHeadless, type Headless } from '../fixtures/headless.ts';
import { httpRequest } from '../fixtures/http-request.ts';

/** A shop with a bot and a chat, whose first operator's key was made by the host. */
let stage: Stage;
let before: BotConversation;
let again: Headless | undefined;

beforeEach(async () => {
  stage = await startStage({ provision: { operators: [] } });
  before = await botConversation(stage);
});

afterEach(async () => {
  await again?.stop();
  again = undefined;
  await stage.stop();
});

const keyFile = (): string => join(stage.host.dataDir, 'vault.key');
/** All that stands in the tables of the settings. */
function settingsRows(): string {
  const database = new DatabaseSync(join(stage.host.dataDir, 'counterbell.db'), { readOnly: true });
  try {
    return JSON.stringify(SETTINGS_TABLES.map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()));
  } finally {
    database.close();
  }
}
const SETTINGS_TABLES = [
  ...['settings', 'connection_secrets', 'certificates'],
  ...['operators', 'channels', 'bots', 'bot_channels'],
] as const;

/** Stops the host, puts another key in the place of its own, and starts it again on the same ports. */
async function startWithAnotherKey(): Promise<Headless> {
  expect(await stage.host.stop()).toBe(0);
  await writeFile(keyFile(), randomBytes(32).toString('base64'));
  return start();
}

async function start(changed: Parameters<Headless['restart']>[0] = {}): Promise<Headless> {
  const addresses = { listener: new URL(stage.host.listener).host, console: new URL(stage.host.console).host };
  again = await stage.host.restart({ addresses, ...changed });
  return again;
}

const sealedTexts = (rows: string): readonly string[] => Array.from(rows.matchAll(/"v1:[^"]+"/g), ([text]) => text);

async function channelOf(host: Headless) {
  return (await host.rpc('channels.list', {})).channels.find(({ id }) => id === before.channel.id);
}

async function botNow(host: Headless) {
  return (await host.rpc('bots.list', {})).bots.find(({ id }) => id === before.id);
}

describe('another key file', () => {
  test('does not keep the host from starting, and loses nothing but the secrets', async () => {
    const { channels } = await stage.host.rpc('channels.list', {});
    const me = await stage.host.rpc('operators.me', {});
    const host = await startWithAnotherKey();
    expect((await host.rpc('channels.list', {})).channels).toEqual(
      channels.map((channel) => ({ ...channel, secretLost: true })),
    );
    expect(await host.rpc('operators.me', {})).toMatchObject({ id: me.id, name: me.name });
    expect(await botNow(host)).toMatchObject({
      state: 'token_lost',
      maskedToken: '',
      enabled: true,
      conflictsWith: [],
    });
    expect(
      (await host.rpc('messages.list', { chatId: before.chatId })).messages.filter(({ from }) => from === 'customer'),
    ).toMatchObject([{ text: 'Hello' }]);
  });

  test('turns the old address into an unknown one, byte for byte', async () => {
    await startWithAnotherKey();
    const known = await before.channel.post({ sender: { id: 'ann' }, message: { type: 'text', text: 'Anybody?' } });
    const unknown = await httpRequest(`${stage.host.listener}/x/nobody`, { method: 'POST', body: '{}' });
    expect([known.status, known.body]).toEqual([404, unknown.body]);
    expect((await before.channel.status()).status).toBe(404);
    for (const empty of [
      `//${before.channel.publicId}`,
      `/%20/${before.channel.publicId}`,
      `/undefined/${before.channel.publicId}`,
    ]) {
      expect((await httpRequest(`${stage.host.listener}${empty}/status`)).status).toBe(404);
    }
  });

  test('warns once, with names and without secrets', async () => {
    const secret = new URL(before.channel.messageUrl).pathname.split('/')[1] ?? '';
    const host = await startWithAnotherKey();
    const warnings = host
      .stderr()
      .split('\n')
      .filter((line) => line.includes('cannot be opened'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(before.name);
    for (const hidden of [secret, before.token, 'v1:']) expect(host.stderr()).not.toContain(hidden);
  });

  test('gives the first operator a link that works, the same at every start; the old one is refused', async () => {
    const host = await startWithAnotherKey();
    expect(host.accessUrl).not.toBe(stage.host.accessUrl);
    expect((await stage.host.ask('operators.me', {})).ok).toBe(false);
    expect(await host.stop()).toBe(0);
    expect((await start()).accessUrl).toBe(host.accessUrl);
  });

  test('gives the addresses of neither channel nor bot', async () => {
    const host = await startWithAnotherKey();
    for (const asked of [
      host.rpc('channels.addresses', { channelId: before.channel.id }),
      host.rpc('bots.addresses', { botId: before.id }),
      host.rpc('bots.test', { botId: before.id }),
    ]) {
      await expect(asked).rejects.toSatisfy((error) => error instanceof ContractError && error.code === 'secret_lost');
    }
  });

  test('takes its chats from the bot, and hears it no more', async () => {
    const host = await startWithAnotherKey();
    await chatIn(host, before.chatId, 'waiting');
    const { messages } = await host.rpc('messages.list', { chatId: before.chatId });
    expect(reported(messages)).toMatchObject([{ kind: 'handed_over', reason: 'token_lost', botName: before.name }]);
    const { status, json } = await before.send('BOT_MESSAGE', before.chat, {
      message: { type: 'TEXT', text: 'Still here' },
    });
    expect([status, json()]).toMatchObject([401, { error: { code: 'invalid_client' } }]);
    expect(
      (await httpRequest(`${stage.host.listener}/webhooks/${before.providerId}/`, { method: 'POST', body: '{}' }))
        .status,
    ).toBe(404);
  });

  test('put back, makes everything work as before', async () => {
    const key = await readFile(keyFile());
    const secrets = settingsRows();
    const host = await startWithAnotherKey();
    await host.rpc('channels.update', { channelId: before.channel.id, name: 'Renamed meanwhile' });
    expect(await host.stop()).toBe(0);
    await writeFile(keyFile(), key);
    const back = await start();
    expect(back.accessUrl).toBe(stage.host.accessUrl);
    expect(await channelOf(back)).toMatchObject({ name: 'Renamed meanwhile' });
    expect(await channelOf(back)).not.toHaveProperty('secretLost');
    expect(sealedTexts(settingsRows())).toEqual(sealedTexts(secrets));
    const { say, chat } = await openConversationWith(back, await botOf(back, before.id, before));
    await say(chat, 'As if nothing had been');
  });
});

describe('what the owner gives anew', () => {
  test('is the address in use: it works again, and new chats wait for people while the bot has no token', async () => {
    const host = await startWithAnotherKey();
    const events = await host.events();
    const restored = await host.rpc('channels.restoreSecret', {
      channelId: before.channel.id,
      address: before.channel.statusUrl,
    });
    await events.waitFor('channels.changed', () => true);
    events.close();
    expect(restored).not.toHaveProperty('secretLost');
    await before.channel.say('bob', 'Open today?');
    const { chats } = await host.rpc('chats.list', { filter: 'waiting' });
    expect(chats.map(({ customer }) => customer.externalId)).toContain('"bob"');
    expect(await host.stop()).toBe(0);
    expect(await channelOf(await start())).not.toHaveProperty('secretLost');
    expect((await before.channel.status()).status).toBe(200);
  });

  test('is refused where it is another channel’s address, and nothing changes', async () => {
    const host = await startWithAnotherKey();
    const kept = settingsRows();
    const refused = host.rpc('channels.restoreSecret', {
      channelId: before.channel.id,
      address: 'https://chat.example/secret/another-shop',
    });
    await expect(refused).rejects.toSatisfy(
      (error) => error instanceof ContractError && error.issues?.[0]?.path === 'address',
    );
    expect(settingsRows()).toBe(kept);
    expect(await channelOf(host)).toMatchObject({ secretLost: true });
  });

  test('is a new address', async () => {
    const host = await startWithAnotherKey();
    await host.rpc('channels.renewSecret', { channelId: before.channel.id });
    const { status } = await host.rpc('channels.addresses', { channelId: before.channel.id });
    expect((await httpRequest(status)).status).toBe(200);
    expect((await before.channel.status()).status).toBe(404);
  });

  test('is the token: the bot works again, in new chats', async () => {
    const host = await startWithAnotherKey();
    await host.rpc('channels.restoreSecret', { channelId: before.channel.id, address: before.channel.messageUrl });
    expect(await host.rpc('bots.update', { botId: before.id, token: before.token })).toMatchObject({
      state: 'working',
    });
    const bot = await botOf(host, before.id, {
      ...before,
      channel: await channelByPublicId(host, before.channel.publicId),
    });
    const { chat, say } = await openConversationWith(host, bot);
    await say(chat, 'Here again');
  });

  test('comes from a provision file, too', async () => {
    expect(await stage.host.stop()).toBe(0);
    await writeFile(keyFile(), randomBytes(32).toString('base64'));
    const { publicId } = before.channel;
    const provision = {
      operators: [{ name: 'Operator', accessKey: ACCESS_KEY }],
      channels: [{ name: 'Shop', publicId, secret: 'from-the-file' }],
      bots: [
        {
          name: before.name,
          providerId: before.providerId,
          token: 'token-from-the-file',
          endpoint: before.address.url,
          channels: [publicId],
        },
      ],
    };
    const host = await start({ provision });
    expect(new URL(host.accessUrl).searchParams.get('key')).toBe(ACCESS_KEY);
    expect((await httpRequest(`${host.listener}/from-the-file/${publicId}/status`)).status).toBe(200);
    expect(await botNow(host)).toMatchObject({ state: 'working' });
  });
});

describe('a key given by hand', () => {
  test('that is wrong stops the start, and changes nothing', async () => {
    expect(await stage.host.stop()).toBe(0);
    const kept = settingsRows();
    const started = startHeadless({
      provision: { operators: [] },
      dataDir: stage.host.dataDir,
      env: { COUNTERBELL_KEY: 'any other words' },
    });
    await expect(started).rejects.toThrow(
      /encrypted with another key\. Start with the key that belongs to this data folder\./,
    );
    expect(settingsRows()).toBe(kept);
    const back = await start();
    expect(back.accessUrl).toBe(stage.host.accessUrl);
    expect((await before.channel.status()).status).toBe(200);
  });

  test('that was forgotten once works again, also after one thing was given anew meanwhile', async () => {
    const own = await startHeadless({
      provision: {
        operators: [],
        channels: [
          { name: 'One', publicId: 'one' },
          { name: 'Two', publicId: 'two' },
        ],
      },
      env: { COUNTERBELL_KEY: 'the words' },
    });
    try {
      const [one, two] = (await own.rpc('channels.list', {})).channels;
      const { status } = await own.rpc('channels.addresses', { channelId: one?.id ?? '' });
      expect(await own.stop()).toBe(0);
      const without = await own.restart({ env: {} });
      await without.rpc('channels.renewSecret', { channelId: two?.id ?? '' });
      expect(await without.stop()).toBe(0);
      const back = await own.restart();
      expect((await httpRequest(new URL(new URL(status).pathname, back.listener).href)).status).toBe(200);
      expect((await back.rpc('channels.list', {})).channels.map(({ name, secretLost }) => [name, secretLost])).toEqual([
        ['One', undefined],
        ['Two', true],
      ]);
      await back.stop();
    } finally {
      await own.remove();
    }
  });
});
