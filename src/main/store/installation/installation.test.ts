import { beforeEach, describe, expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { Sql } from '../sql.ts';
import { certificate } from '../../../../test/fixtures/certificates.ts';
import { installation } from '../../../../test/fixtures/installation.ts';
import { storedInstallation, type Installation } from './stored-installation.ts';
import type { ChatChange } from '../chats/chat-change.ts';
import type { Transactions } from '../transactions.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { acting, changeOf, standing } from '../../../../test/fixtures/acts.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const put = (all: Installation) => write('putInstallation', { installation: all, at: 5000 });
const write = <N extends keyof Transactions>(name: N, ...input: unknown[]) =>
  (store.write as (...of: unknown[]) => Promise<Awaited<ReturnType<Transactions[N]>>>)(name, ...input);
const read = async () => storedInstallation.parse(await store.read('readInstallation'));
const attach = (channelIds: string[]) => write('changeBot', { botId: 'faq', change: { channelIds }, at: 500 });
const moved = (changes: readonly ChatChange[]) => changes.map(({ chat }) => [chat.id, chat.state]);

function receive(channelId: string) {
  const message = { type: 'text', texts: ['Hello'], fields: {}, messageExternalId: undefined, digest: undefined };
  const received = { channelId, externalId: '"anna"', sender: {}, ...message };
  return write('messages.receive', received, standing(1000, { staffedChannels: [channelId] }));
}

async function newChat(channelId: string): Promise<string> {
  const { answer: received } = await receive(channelId);
  if (received.outcome !== 'stored') throw new Error('a new message was expected');
  return received.chatId;
}

async function refusal(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ContractError) return error.code;
    throw error;
  }
  return 'it was done';
}

describe('settings', () => {
  test('are read in order as written, for any subset of fields', async () => {
    const settings = installation();
    const [first, second] = settings.channels;
    const all = {
      ...settings,
      connectionSecrets: { ngrokToken: 'sealed ngrok' },
      certificates: [{ name: 'own', certificate: certificate('trusted').cert, key: 'sealed own', names: [] }],
      announcedUrl: 'https://chat.example',
      operators: [
        ...settings.operators.toReversed(),
        { ...settings.operators[0], id: 'zz', photo: 'https://x.example/z.png' },
      ],
      channels: [
        {
          ...first,
          endpoint: 'https://shop.example',
          takes: ['text', 'photo'],
          hours: { always: true, zone: 'UTC', week: [[], [], [], [], [], [], []], holidays: [] },
          away: { on: false, text: '', when: 'closed' },
          ratingText: 'Rate us: {link}',
          paused: true,
        },
        second,
      ],
      bots: settings.bots.map((bot) => ({ ...bot, channelIds: ['shop', 'app'] })),
    };
    await put(storedInstallation.parse(all));
    const known = await read();
    expect({ ...known, operators: [], channels: known.channels.slice(0, 2) }).toEqual({
      ...storedInstallation.parse(all),
      operators: [],
    });
    expect(known.operators.map(({ id }) => id)).toEqual([...settings.operators.map(({ id }) => id), 'zz']);
  });

  test('change individually: absent fields stay, also in groups of the connection', async () => {
    const { connection: before, hours } = await read();
    await write('changeSettings', {
      connection: { tunnel: { ngrok: { domain: 'shop.ngrok.app' } } },
      hours: { autoClose: 3, waiting: undefined },
      connectionSecrets: { ngrokToken: 'one', cloudflareToken: 'two' },
    });
    await write('changeSettings', { connectionSecrets: { ngrokToken: '' }, announcedUrl: 'https://chat.example' });
    const now = await read();
    expect(now.connection).toEqual({
      ...before,
      tunnel: { ...before.tunnel, ngrok: { domain: 'shop.ngrok.app' } },
    });
    expect(now).toMatchObject({ hours: { ...hours, autoClose: 3 } });
    expect([now.connectionSecrets, now.announcedUrl]).toEqual([{ cloudflareToken: 'two' }, 'https://chat.example']);
  });
});

describe('refused writes', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    [
      'an operator who is gone',
      () => write('changeOperator', { operatorId: 'nobody', change: {}, at: 5000 }),
      'not_found',
    ],
    ['a channel that is gone', () => write('changeChannel', { channelId: 'none', change: {} }), 'not_found'],
    ['a bot that is gone', () => write('changeBot', { botId: 'none', change: {}, at: 0 }), 'not_found'],
    ['a public id again', () => write('addChannel', { ...installation().channels[0], id: 'new' }), 'public_id_taken'],
    [
      'an endpoint that is not allowed, whoever asked at the same time',
      () => write('changeChannel', { channelId: 'shop', change: { endpoint: 'http://shop.example' } }),
      'endpoint_not_allowed',
    ],
  ])('%s', async (_what, act, code) => {
    const before = await read();
    expect(await refusal(act)).toBe(code);
    expect(await read()).toEqual(before);
  });
});

describe('a removed channel', async () => {
  const remove = (channelId: string) => write('removeChannel', { channelId, at: 5000 });

  test('has its chats closed in the same transaction', async () => {
    const [chatId, other] = [await newChat('shop'), await newChat('app')];
    expect(await remove('shop')).toMatchObject([
      { chat: { id: chatId, state: 'closed' }, added: [{ event: { kind: 'channel_removed', channelName: 'Shop' } }] },
    ]);
    expect(await store.db.get`SELECT state FROM chats WHERE id = ${Number(other)}`).toEqual({ state: 'waiting' });
    expect(await store.db.get`SELECT secret FROM channels WHERE id = 'shop'`).toEqual({ secret: '' });
  });

  test('keeps its chats closed, with an error', async () => {
    const chatId = await newChat('shop');
    await remove('shop');
    expect(await refusal(() => changeOf(write('chats.reopen', { chatId }, acting('olga', 6000))))).toBe(
      'channel_removed',
    );
  });

  test('refuses messages that were on their way', async () => {
    await remove('shop');
    expect(await receive('shop')).toEqual({ answer: { outcome: 'no_channel' } });
    expect(await store.db.get`SELECT count(*) AS chats FROM chats`).toEqual({ chats: 0 });
  });

  test('frees its public id for another', async () => {
    await remove('shop');
    await write('addChannel', { ...installation().channels[0], id: 'shop again' });
    expect((await read()).channels.map(({ id, publicId }) => [id, publicId])).toContainEqual(['shop again', 'shop-1']);
  });
});

describe('a removed operator', async () => {
  test('leaves their chats to Waiting, and gets none that was being assigned', async () => {
    const [chatId, other] = [await newChat('shop'), await newChat('app')];
    await write('chats.take', { chatId, over: false }, acting('ivan', 2000));
    expect(await write('removeOperator', { operatorId: 'ivan', at: 5000 })).toMatchObject([
      { chat: { id: chatId, state: 'waiting' }, added: [{ event: { kind: 'operator_removed', removedName: 'Ivan' } }] },
    ]);
    const reply = { chatId: other, text: 'Hi' };
    expect(await refusal(() => write('chats.reply', reply, acting('ivan', 6000)))).toBe('not_signed_in');
    const assignment = { chatId: other, operatorId: 'ivan', over: false, note: '' };
    expect(await refusal(() => write('chats.assign', assignment, acting('olga', 6000)))).toBe('not_found');
  });
});

describe('a bot', () => {
  test.each<[string, () => Promise<readonly ChatChange[]>, string]>([
    ['is removed', () => write('removeBot', { botId: 'faq', at: 5000 }), 'removed'],
    ['is switched off', () => write('changeBot', { botId: 'faq', change: { enabled: false }, at: 5000 }), 'disabled'],
    ['works there no more', () => attach(['app']), 'detached'],
    [
      'has a token that cannot be opened',
      () => write('changeBot', { botId: 'faq', change: { tokenDigest: null }, at: 5000 }),
      'token_lost',
    ],
    [
      'has the token of another that is given it',
      () => write('changeBot', { botId: 'sales', change: { tokenDigest: 'digest faq' }, at: 5000 }),
      'token_conflict',
    ],
    [
      'has the token of a new one',
      () => write('addBot', { bot: { ...installation().bots[0], id: 'twin', providerId: 'twin' }, at: 5000 }),
      'token_conflict',
    ],
  ])('that %s loses its chats to Waiting, and gets no others', async (_what, act, reason) => {
    await attach(['shop']);
    const chatId = await newChat('shop');
    expect(await act()).toMatchObject([
      { chat: { id: chatId, state: 'waiting' }, added: [{ event: { kind: 'handed_over', reason, botName: 'FAQ' } }] },
    ]);
    await write('chats.close', { chatId }, acting('olga', 6000));
    const next = await newChat('shop');
    expect(await store.db.get`SELECT state FROM chats WHERE id = ${Number(next)}`).toEqual({ state: 'waiting' });
    expect(await refusal(() => write('chats.returnToBot', { chatId: next }, acting('olga', 6000)))).toBe('no_bot');
  });

  test('that is the only one left with its token works again', async () => {
    await attach(['shop']);
    const twin = { ...installation().bots[0], id: 'twin', providerId: 'twin' };
    await write('addBot', { bot: twin, at: 500 });
    expect(await newChat('app')).toBe('1');
    await write('removeBot', { botId: 'twin', at: 900 });
    const chatId = await newChat('shop');
    expect(await store.db.get`SELECT state, bot_id FROM chats WHERE id = ${Number(chatId)}`).toEqual({
      state: 'bot',
      botId: 'faq',
    });
  });

  test('gets site, channel and staffing as stored in the database', async () => {
    await attach(['shop']);
    await write('changeChannel', { channelId: 'shop', change: { botChannelType: 'shop-window' } });
    const received = await receive('shop');
    const { body = '{}' } = received.events?.[0] ?? {};
    expect(JSON.parse(body)).toMatchObject({
      site_id: installation().installationId,
      agents_online: true,
      channel: { id: 'shop-1', type: 'shop-window' },
    });
  });
});

test.each([
  ['channel', 'channel_removed', () => write('removeChannel', { channelId: 'shop', at: 5000 }), 'closed'],
  ['operator', 'operator_removed', () => write('removeOperator', { operatorId: 'ivan', at: 5000 }), 'waiting'],
] as const)('a failure while removing a %s leaves it and its chats unchanged', async (_what, kind, remove, state) => {
  const chatId = await newChat('shop');
  await write('chats.take', { chatId, over: false }, acting('ivan', 2000));
  // Of a second such line, the index makes the transaction fail at its end.
  await store.db
    .run`INSERT INTO messages (chat_id, author, type, event, at) VALUES (${Number(chatId)}, 'system', 'text', ${{ kind }}, 1)`;
  await store.db.run(new Sql(`CREATE UNIQUE INDEX no_second ON messages (type) WHERE event LIKE '%"${kind}"%'`));
  const everything = async () => [
    await read(),
    await store.db.all`SELECT * FROM chats`,
    await store.db.all`SELECT * FROM messages`,
  ];
  const before = await everything();
  await expect(remove()).rejects.toThrow(/unique/i);
  expect(await everything()).toEqual(before);
  await store.db.run`DROP INDEX no_second`;
  expect(moved(await remove())).toEqual([[chatId, state]]);
});
