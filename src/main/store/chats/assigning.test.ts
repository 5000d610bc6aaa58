import { beforeEach, describe, expect, test } from 'vitest';
import { receiveNew } from '../../../../test/fixtures/received-message.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { storedInstallation } from '../installation/stored-installation.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { acting, changeOf, standing, textParts } from '../../../../test/fixtures/acts.ts';

const EVERYBODY = ['olga', 'ivan', 'zoe'];
const ATTACHED = { botId: 'faq', change: { channelIds: ['shop'] }, at: 500 };

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const newChat = (): Promise<string> => receiveNew(store);

const take = (chatId: string, operatorId = 'olga') =>
  changeOf(store.write('chats.take', { chatId, over: false }, acting(operatorId, 1500)));
const assign = (
  chatId: string,
  {
    by = 'olga',
    to = 'ivan',
    ...more
  }: { by?: string; to?: string; over?: boolean; note?: string; clientId?: string } = {},
) =>
  changeOf(store.write('chats.assign', { chatId, operatorId: to, over: false, note: '', ...more }, acting(by, 2000)));
const unassign = (chatId: string, by = 'olga') =>
  changeOf(store.write('chats.unassign', { chatId }, acting(by, 3000, { staffedChannels: ['shop'] })));
const messages = async (chatId: string) =>
  (await store.read('messages.list', { chatId, limit: 50 }, acting('olga'))).messages;

/** removes all other operators who are still present */
const staffIs = async (operators: readonly string[]) => {
  const { operators: present } = storedInstallation.parse(await store.read('readInstallation'));
  const gone = EVERYBODY.filter((id) => !operators.includes(id) && present.some((each) => each.id === id));
  const released = await Array.fromAsync(gone, (operatorId) => store.write('removeOperator', { operatorId, at: 4000 }));
  return released.flat();
};

describe('a chat is assigned to a colleague', () => {
  test('from Waiting, with a line naming who did it', async () => {
    const chatId = await newChat();
    const { chat, added, changed } = await assign(chatId);
    expect([changed, chat]).toMatchObject([true, { state: 'active', operatorId: 'ivan', waitingSince: 1000 }]);
    expect(added).toMatchObject([
      {
        from: 'system',
        event: {
          kind: 'assigned',
          operatorId: 'olga',
          operatorName: 'Olga',
          toOperatorId: 'ivan',
          toOperatorName: 'Ivan',
        },
      },
    ]);
    expect(added[0]?.event).not.toHaveProperty('fromOperatorId');
  });

  test('with a note that only operators see, in the same transaction; repeated, it is the same note', async () => {
    const chatId = await newChat();
    const clientId = 'the same one';
    expect((await assign(chatId, { note: 'Knows the boat', clientId })).added).toMatchObject([
      { from: 'system' },
      { from: 'note', text: 'Knows the boat', operatorId: 'olga', authorName: 'Olga' },
    ]);
    expect(await assign(chatId, { note: 'Knows the boat', clientId, over: true })).toMatchObject({
      changed: false,
      added: [],
    });
    expect((await messages(chatId)).filter(({ from }) => from === 'note')).toHaveLength(1);
    expect(await store.read('listSending')).toEqual([]);
  });

  test('directly if it is one’s own, only on purpose if it is somebody else’s', async () => {
    const chatId = await newChat();
    await take(chatId);
    expect((await assign(chatId)).chat.operatorId).toBe('ivan');
    await expect(assign(chatId, { by: 'zoe', to: 'olga', note: 'Nothing is stored' })).rejects.toMatchObject({
      code: 'chat_taken',
    });
    expect((await messages(chatId)).some(({ from }) => from === 'note')).toBe(false);
    const over = await assign(chatId, { by: 'zoe', to: 'olga', over: true });
    expect(over.added).toMatchObject([
      { event: { kind: 'assigned', fromOperatorId: 'ivan', fromOperatorName: 'Ivan' } },
    ]);
  });

  test('to oneself as taking it', async () => {
    const chatId = await newChat();
    expect((await assign(chatId, { to: 'olga' })).added).toMatchObject([
      { event: { kind: 'taken', operatorId: 'olga' } },
    ]);
  });

  test('not when it is closed, and without any change if they already have it', async () => {
    const chatId = await newChat();
    await assign(chatId);
    expect(await assign(chatId, { over: true })).toMatchObject({ changed: false, added: [] });
    await store.write('chats.close', { chatId }, acting('olga', 2500));
    await expect(assign(chatId)).rejects.toMatchObject({ code: 'chat_closed' });
  });

  test('from a bot, which gets no more events for it', async () => {
    await store.write('changeBot', ATTACHED);
    const chatId = await newChat();
    const { added } = await assign(chatId);
    expect(added).toMatchObject([{ event: { kind: 'assigned', fromBotId: 'faq', fromBotName: 'FAQ' } }]);
    expect(await store.read('listSendingEvents')).toEqual([]);
  });
});

describe('an assignment is undone', () => {
  test('to Waiting, with the customer’s original waiting time', async () => {
    const chatId = await newChat();
    await assign(chatId, { note: 'stays' });
    const { chat, added } = await unassign(chatId);
    expect(chat).toMatchObject({ state: 'waiting', waitingSince: 1000 });
    expect(chat.operatorId).toBeUndefined();
    expect(added).toMatchObject([{ event: { kind: 'unassigned', operatorName: 'Olga', toOperatorName: 'Ivan' } }]);
    expect((await messages(chatId)).map(({ from }) => from)).toEqual(['customer', 'system', 'note', 'system']);
  });

  test('to the operator who had it, unless they were removed', async () => {
    const chatId = await newChat();
    await take(chatId, 'zoe');
    await assign(chatId, { over: true });
    expect((await unassign(chatId)).chat).toMatchObject({ state: 'active', operatorId: 'zoe' });
    await assign(chatId, { over: true });
    await staffIs(['olga', 'ivan']);
    expect((await unassign(chatId)).chat.state).toBe('waiting');
  });

  test('to its bot, which gets the unanswered messages; to Waiting if the bot no longer works there', async () => {
    await store.write('changeBot', ATTACHED);
    const chatId = await newChat();
    await assign(chatId);
    const { chat, events } = await unassign(chatId);
    expect(chat).toMatchObject({ state: 'bot', botId: 'faq' });
    expect(events).toHaveLength(1);
    await assign(chatId);
    await store.write('changeBot', { botId: 'faq', change: { enabled: false }, at: 2500 });
    expect((await unassign(chatId)).chat.state).toBe('waiting');
  });

  test('only by the one who made it, and not after the new operator has replied', async () => {
    const chatId = await newChat();
    await expect(unassign(chatId)).rejects.toMatchObject({ code: 'chat_taken' });
    await assign(chatId);
    await expect(unassign(chatId, 'zoe')).rejects.toMatchObject({ code: 'chat_taken' });
    await store.write(
      'replies.store',
      { chatId, operatorId: 'ivan', clientId: undefined, parts: textParts(['Ahoy']) },
      standing(2500),
    );
    await expect(unassign(chatId)).rejects.toMatchObject({
      code: 'chat_taken',
      reason: phrase('errors:refusals.chat.begun.text', { name: 'Ivan' }),
    });
  });
});

describe('a removed operator', () => {
  test('has no open chats: they go to Waiting; other and closed chats stay', async () => {
    const chatId = await newChat();
    await assign(chatId);
    expect(await staffIs(EVERYBODY)).toEqual([]);
    const released = await staffIs(['olga', 'zoe']);
    expect(released).toMatchObject([
      {
        changed: true,
        chat: { id: chatId, state: 'waiting', waitingSince: 1000 },
        added: [{ event: { kind: 'operator_removed', removedName: 'Ivan' } }],
      },
    ]);
    expect(await staffIs(['olga', 'zoe'])).toEqual([]);
  });

  test('does not get a reopened chat back', async () => {
    const chatId = await newChat();
    await take(chatId, 'ivan');
    await store.write('chats.close', { chatId }, acting('ivan', 2500));
    expect(await staffIs(['olga'])).toEqual([]);
    expect((await changeOf(store.write('chats.reopen', { chatId }, acting('olga', 4500)))).chat).toMatchObject({
      state: 'active',
      operatorId: 'olga',
    });
  });
});
