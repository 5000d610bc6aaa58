import { beforeEach, describe, expect, test } from 'vitest';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { received } from '../../../../test/fixtures/received-message.ts';
import type { AutomaticMessage } from './automatic-messages.ts';
import { acting, receivedOf, standing } from '../../../../test/fixtures/acts.ts';

const OLGA = { at: 1, operatorId: 'olga', role: 'owner' } as const;

const AWAY: AutomaticMessage = {
  text: 'Hello {customer}, {channel} is closed.',
  channelName: 'Shop',
  anyAvailable: false,
};

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const write = (automatic: AutomaticMessage | undefined, more: { at?: number } = {}) =>
  receivedOf(
    store.write('messages.receive', received({ externalId: '7', texts: ['Hi'], ...more, automatic }), standing()),
  );
const said = async (chatId: string) =>
  (await store.read('messages.list', { chatId, limit: 50 }, acting('olga'))).messages.filter(
    ({ automatic }) => automatic !== undefined,
  );

describe('an away message', () => {
  test('is sent in the channel’s name, and the customer still waits', async () => {
    const { chatId, sending, messageIds, added } = await write(AWAY);
    const [away, ...others] = await said(chatId);
    expect(others).toEqual([]);
    expect(away).toMatchObject({
      from: 'system',
      automatic: 'away',
      text: 'Hello Anna, Shop is closed.',
      authorName: 'Shop',
      delivery: { state: 'sending' },
    });
    expect(away?.operatorId).toBeUndefined();
    expect(sending.map(({ messageId, body }) => [messageId, JSON.parse(body)])).toEqual([
      [
        away?.id,
        {
          sender: { name: 'Shop' },
          recipient: { id: 7 },
          message: { type: 'text', id: away?.id, text: 'Hello Anna, Shop is closed.' },
        },
      ],
    ]);
    expect([messageIds.length, added.length]).toEqual([1, 2]);
    expect(await store.read('readChat', { chatId })).toMatchObject({
      state: 'waiting',
      waitingSince: 1000,
      unanswered: 1,
      lastMessage: { text: 'Hi' },
    });
  });

  test('is not sent in a bot’s chat', async () => {
    await store.write('changeBot', { botId: 'faq', change: { channelIds: ['shop'] }, at: 0 });
    const { chatId, sending } = await write(AWAY);
    expect([await said(chatId), sending]).toEqual([[], []]);
  });

  test('too long for one message is split into several', async () => {
    const { chatId } = await write({ ...AWAY, text: 'word '.repeat(300) });
    expect((await said(chatId)).map(({ text }) => (text ?? '').length <= 1000)).toEqual([true, true]);
  });

  test('consisting only of an unknown name is not sent', async () => {
    expect((await write({ ...AWAY, text: '{operator}' })).sending).toEqual([]);
  });

  test('is sent once per chat, also in one that is already open, not again after a restart, but in the next chat', async () => {
    const { chatId } = await write(undefined);
    await write(AWAY);
    await write(AWAY);
    store.restart();
    await write(AWAY);
    expect((await said(chatId)).map(({ automatic }) => automatic)).toEqual(['away']);
    await store.write('chats.close', { chatId }, acting('olga', 2000));
    const next = await write(AWAY, { at: 3000 });
    expect(await said(next.chatId)).toHaveLength(1);
  });

  test('is not sent while an operator who is there answers', async () => {
    const { chatId } = await write(undefined);
    await store.write('chats.take', { chatId, over: false }, acting('olga', 2000));
    await write({ ...AWAY, anyAvailable: true });
    expect(await said(chatId)).toEqual([]);
    await write(AWAY);
    expect(await said(chatId)).toHaveLength(1);
  });

  test('that failed can be sent again', async () => {
    const { chatId, sending } = await write(AWAY);
    const messageId = sending[0]?.messageId ?? '';
    await store.write('deliveries.end', { messageId, error: { kind: 'timeout' } }, standing(2000));
    const again = await store.write('deliveries.resend', { messageId, expiresAt: 9e12 }, standing());
    expect(again.answer.delivery?.state).toBe('sending');
    expect(again.happened?.at(-1)).toMatchObject({
      name: 'chat.changed',
      data: { chat: { id: chatId, hasFailed: false } },
    });
    expect(again.sending?.[0]?.body).toBe(sending[0]?.body);
  });

  test('does not appear in the bot inspector', async () => {
    const { chatId } = await write(AWAY);
    expect((await store.read('bots.turns', { chatId, limit: 50 }, OLGA)).turns).toEqual([]);
  });
});
