import { beforeEach, describe, expect, test } from 'vitest';
import { isCalling, needOf, unreadOf } from '#shared/domain/needs-person.ts';
import { acting, changeOf, deliveryOf, standing, textParts } from '../../../../test/fixtures/acts.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { receiveNew } from '../../../../test/fixtures/received-message.ts';
import type { ReceivedMessage } from '../messages/receive-message.ts';

const [OLGA, BORIS] = ['olga', 'boris'] as const;

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const newChat = (more: Partial<ReceivedMessage> = {}) => receiveNew(store, more);
const reply = (chatId: string, operatorId: string = OLGA, texts = ['Hi']) =>
  changeOf(store.write('replies.store', { chatId, operatorId, parts: textParts(texts) }, standing(2000)));

describe('deliveries', () => {
  test('survive a restart in order, with their attempts so far', async () => {
    const chatId = await newChat();
    const { sending } = await reply(chatId, OLGA, ['one', 'two']);
    await store.write('beginAttempt', { messageId: sending[0]?.messageId ?? '' });
    store.restart();
    const again = await store.read('listSending');
    expect(
      again.map(({ body, attempts }) => [(JSON.parse(body) as { message: { text: string } }).message.text, attempts]),
    ).toEqual([
      ['one', 1],
      ['two', 0],
    ]);
  });

  test('that fail mark the chat until they are sent again, behind the others', async () => {
    const chatId = await newChat();
    const { sending } = await reply(chatId, OLGA, ['one', 'two']);
    const messageId = sending[0]?.messageId ?? '';
    await expect(store.write('deliveries.resend', { messageId, expiresAt: 9e12 }, standing())).rejects.toMatchObject({
      code: 'not_failed',
    });
    const failed = await deliveryOf(
      store.write('deliveries.end', { messageId, error: { kind: 'timeout' } }, standing(1)),
    );
    expect(failed).toMatchObject({
      chat: { hasFailed: true },
      message: { delivery: { state: 'failed', error: { kind: 'timeout' } } },
    });
    const resent = await deliveryOf(store.write('deliveries.resend', { messageId, expiresAt: 9e12 }, standing()));
    expect(resent).toMatchObject({
      chat: { hasFailed: false },
      message: { delivery: { state: 'sending', attempts: 0 } },
    });
    expect((await store.read('listSending')).map((sendingDelivery) => sendingDelivery.messageId)).toEqual([
      sending[1]?.messageId,
      messageId,
    ]);
  });

  const failedIn = async (chatId: string) => {
    const { sending } = await reply(chatId, OLGA, ['one']);
    return sending[0]?.messageId ?? '';
  };
  const fail = (messageId: string) =>
    deliveryOf(store.write('deliveries.end', { messageId, error: { kind: 'timeout' } }, standing(9)));
  const closed = (chatId: string) => changeOf(store.write('chats.close', { chatId }, acting(OLGA, 5)));
  const failedChats = async () => (await store.read('chats.list', { filter: 'failed', limit: 9 }, acting(OLGA))).chats;

  test('that fail in a closed chat reopen it for the author, with a line that explains why', async () => {
    const chatId = await newChat();
    const messageId = await failedIn(chatId);
    await closed(chatId);
    const { chat, added } = await fail(messageId);
    expect(chat).toMatchObject({ state: 'active', operatorId: OLGA, hasFailed: true, closedAt: undefined });
    expect(needOf(chat, OLGA)).toBe('failedReply');
    expect(isCalling(chat, OLGA)).toBe(true);
    expect(added).toMatchObject([{ chatId, event: { kind: 'reopened_by_failure' } }]);
    expect((await failedChats()).map(({ id }) => id)).toEqual([chatId]);
    expect((await store.read('countChats', { operatorId: OLGA, since: 0 })).failed).toBe(1);
  });

  test('that fail alert their author, even if they had seen everything', async () => {
    const chatId = await newChat();
    const { chat } = await fail(await failedIn(chatId));
    expect([isCalling(chat, OLGA), isCalling(chat, BORIS), unreadOf(chat, OLGA)]).toEqual([true, false, 0]);
    expect((await changeOf(store.write('chats.markRead', { chatId }, acting(OLGA)))).chat.seen).toEqual({
      [OLGA]: 0,
    });
  });

  test('that fail leave the chat closed if the customer has a newer one, and it is listed all the same', async () => {
    const chatId = await newChat({ externalId: '1' });
    const messageId = await failedIn(chatId);
    await closed(chatId);
    await newChat({ externalId: '1' });
    const { chat, added } = await fail(messageId);
    expect([chat.state, chat.hasFailed, added]).toEqual(['closed', true, []]);
    expect((await failedChats()).map(({ id }) => id)).toEqual([chatId]);
  });

  test('that an operator dismisses no longer count, until they are sent again and fail again', async () => {
    const chatId = await newChat();
    const messageId = await failedIn(chatId);
    await expect(store.write('messages.dismissFailure', { messageId }, acting('olga'))).rejects.toMatchObject({
      code: 'not_failed',
    });
    await fail(messageId);
    for (let time = 0; time < 2; time += 1)
      expect(await deliveryOf(store.write('messages.dismissFailure', { messageId }, acting('olga')))).toMatchObject({
        chat: { hasFailed: false },
        message: { delivery: { state: 'failed', dismissed: true } },
      });
    expect(await failedChats()).toEqual([]);
    expect(
      await deliveryOf(store.write('deliveries.resend', { messageId, expiresAt: 9e12 }, standing())),
    ).toMatchObject({
      chat: { hasFailed: false },
      message: { delivery: { state: 'sending', dismissed: undefined } },
    });
    expect((await fail(messageId)).chat.hasFailed).toBe(true);
  });

  test('return the customer’s id digit for digit', async () => {
    const chatId = await newChat({ externalId: '9007199254740993' });
    const { sending } = await reply(chatId);
    expect(sending[0]?.body).toContain('"recipient":{"id":9007199254740993}');
  });
});
