import { beforeEach, describe, expect, test } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { WritingConnection } from '../connection.ts';
import { Sqlite } from '../sqlite.ts';
import { installation } from '../../../../test/fixtures/installation.ts';
import { createSchema } from '../schema/schema.ts';
import { settingsDocument } from '../settings-document.ts';
import { readSettings } from '../settings-rows.ts';
import { changeSettings, type SettingsChange } from './change-settings.ts';
import { transactions, type Transactions } from './index.ts';

let sqlite: Sqlite;
let connection: WritingConnection;
beforeEach(async () => {
  sqlite = new Sqlite(':memory:', { readOnly: false });
  connection = new WritingConnection(sqlite);
  sqlite.exec('PRAGMA foreign_keys = ON');
  createSchema(sqlite);
  await change(installation());
});

const change = (settings: SettingsChange['settings'], botTrouble: SettingsChange['botTrouble'] = {}) =>
  connection.transaction(() => changeSettings(connection, { settings, botTrouble, at: 5000 }));
const write = <N extends keyof Transactions>(name: N, ...input: unknown[]) =>
  connection.transaction(() =>
    (transactions[name] as (...of: unknown[]) => Promise<Awaited<ReturnType<Transactions[N]>>>)(connection, ...input),
  );
const read = async () => settingsDocument.parse(await readSettings(connection));
const CONTEXT = {
  siteId: 's',
  agentsOnline: true,
  channel: { id: 'shop-1', type: 'widget' },
  bots: [{ id: 'faq', name: 'FAQ' }],
};

function receive(channelId: string, bots?: typeof CONTEXT) {
  const message = { type: 'text', texts: ['Hello'], fields: {}, messageExternalId: undefined, digest: undefined };
  return write('receiveMessage', {
    channelId,
    externalId: '"anna"',
    sender: {},
    ...message,
    at: 1000,
    repeatsSince: 0,
    bots,
  });
}

async function newChat(channelId: string, bots?: typeof CONTEXT): Promise<string> {
  const received = await receive(channelId, bots);
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
  test('are read as they were written, in their order, whatever of them there is', async () => {
    const settings = installation();
    const [first, second] = settings.channels;
    const all = {
      ...settings,
      connectionSecrets: { ngrokToken: 'sealed ngrok' },
      toldUrl: 'https://chat.example',
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
          greeting: { on: true, text: 'Hello' },
          away: { on: false, text: '', when: 'closed' },
          ratingText: 'Rate us: {link}',
          paused: true,
        },
        second,
      ],
      bots: settings.bots.map((bot) => ({ ...bot, channelIds: ['shop', 'app'] })),
    };
    await change(settingsDocument.parse(all));
    expect(await read()).toEqual({ ...settingsDocument.parse(all), operators: expect.anything() as unknown });
    expect((await read()).operators.map(({ id }) => id)).toEqual([...settings.operators.map(({ id }) => id), 'zz']);
    await change(settings);
    expect({ ...(await read()), operators: [] }).toEqual({
      ...settings,
      operators: [],
      channels: expect.anything() as unknown,
    });
  });
});

describe('a channel that is removed', async () => {
  const without = (channelId: string) => {
    const settings = installation();
    return { ...settings, channels: settings.channels.filter(({ id }) => id !== channelId), bots: [] };
  };

  test('closes its chats with it, in one transaction', async () => {
    const [chatId, other] = [await newChat('shop'), await newChat('app')];
    expect(await change(without('shop'))).toMatchObject([
      { chat: { id: chatId, state: 'closed' }, added: [{ event: { kind: 'channel_removed', channelName: 'Shop' } }] },
    ]);
    expect(sqlite.get('SELECT state FROM chats WHERE id = ?', Number(other))).toEqual({ state: 'waiting' });
    expect(sqlite.get("SELECT secret FROM channels WHERE id = 'shop'")).toEqual({ secret: '' });
  });

  test('keeps its chats closed, and says so; of many, those alone stay closed', async () => {
    const [chatId, other] = [await newChat('shop'), await newChat('app')];
    await write('closeChat', { chatId: other, operatorId: 'olga', at: 2000 });
    await change(without('shop'));
    expect(await refusal(() => write('reopenChat', { chatId, operatorId: 'olga', at: 6000 }))).toBe('channel_removed');
    const many = { chatIds: [chatId, other], operatorId: 'olga', at: 6000 };
    expect(await write('reopenChats', many)).toMatchObject([{ chat: { id: other, state: 'waiting' } }]);
  });

  test('takes no message that was on its way', async () => {
    await change(without('shop'));
    expect(await receive('shop')).toEqual({ outcome: 'no_channel' });
    expect(sqlite.get('SELECT count(*) AS chats FROM chats')).toEqual({ chats: 0 });
  });

  test('leaves its public id to another', async () => {
    await change(without('shop'));
    const settings = without('shop');
    const shop = installation().channels[0];
    if (shop === undefined) throw new Error('there is a channel');
    await change({ ...settings, channels: [...settings.channels, { ...shop, id: 'shop again' }] });
    expect((await read()).channels.map(({ id, publicId }) => [id, publicId])).toContainEqual(['shop again', 'shop-1']);
  });
});

describe('an operator who is removed', async () => {
  test('leaves their chats to the queue, and gets none that was on its way to them', async () => {
    const [chatId, other] = [await newChat('shop'), await newChat('app')];
    await write('takeChat', { chatId, operatorId: 'ivan', over: false, at: 2000 });
    expect(await change(installation({ operators: ['olga', 'boris'] }))).toMatchObject([
      { chat: { id: chatId, state: 'waiting' }, added: [{ event: { kind: 'operator_removed', removedName: 'Ivan' } }] },
    ]);
    const reply = { chatId: other, operatorId: 'ivan', at: 6000, texts: ['Hi'] };
    expect(await refusal(() => write('replyToChat', reply))).toBe('not_signed_in');
    const assignment = { chatId: other, operatorId: 'olga', toOperatorId: 'ivan', over: false, at: 6000 };
    expect(await refusal(() => write('assignChat', assignment))).toBe('not_found');
  });
});

describe('a bot', async () => {
  const bots = (faq: { readonly channelIds?: readonly string[]; readonly enabled?: boolean }) =>
    installation({ bots: [{ id: 'faq', channelIds: ['shop'], ...faq }] });

  test.each([
    ['is removed', installation({ bots: [] }), {}, 'removed'],
    ['is switched off', bots({ enabled: false }), {}, 'disabled'],
    ['works there no more', bots({ channelIds: ['app'] }), {}, 'detached'],
    ['has a token of no use', bots({}), { faq: 'token_conflict' }, 'token_conflict'],
  ] as const)('that %s loses its chats to the queue', async (_what, settings, trouble, reason) => {
    const chatId = await newChat('shop', CONTEXT);
    expect(await change(settings, trouble)).toMatchObject([
      { chat: { id: chatId, state: 'waiting' }, added: [{ event: { kind: 'handed_over', reason, botName: 'FAQ' } }] },
    ]);
  });

  test('that is removed gets no chat that was on its way to it', async () => {
    await change(installation({ bots: [] }));
    await receive('shop', CONTEXT);
    expect(sqlite.get('SELECT state, bot_id FROM chats')).toEqual({ state: 'waiting', bot_id: null });
    const act = { chatId: '1', operatorId: 'olga', at: 6000, contexts: { shop: CONTEXT } };
    expect(await refusal(() => write('returnChatToBot', act))).toBe('no_bot');
  });
});

test('what fails in the middle leaves settings and chats as they were', async () => {
  const chatId = await newChat('shop');
  await write('takeChat', { chatId: await newChat('app'), operatorId: 'ivan', over: false, at: 2000 });
  const before = [await read(), sqlite.all('SELECT * FROM chats'), sqlite.all('SELECT * FROM messages')];
  sqlite.exec(`
    CREATE TRIGGER full BEFORE INSERT ON messages WHEN new.event ->> 'kind' = 'operator_removed'
    BEGIN SELECT raise(ABORT, 'the disk is full'); END`);
  const settings = installation({ operators: ['olga'], channels: ['app'], bots: [] });
  await expect(change(settings)).rejects.toThrow('the disk is full');
  expect([await read(), sqlite.all('SELECT * FROM chats'), sqlite.all('SELECT * FROM messages')]).toEqual(before);
  sqlite.exec('DROP TRIGGER full');
  expect((await change(settings)).map(({ chat }) => [chat.id, chat.state])).toEqual([
    [chatId, 'closed'],
    ['2', 'waiting'],
  ]);
});
