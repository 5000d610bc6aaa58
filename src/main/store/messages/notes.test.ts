import { beforeEach, describe, expect, test } from 'vitest';
import { receiveNew } from '../../../../test/fixtures/received-message.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { acting, changeOf } from '../../../../test/fixtures/acts.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const newChat = (): Promise<string> => receiveNew(store);

const note = async (
  chatId: string,
  text = 'He never pays',
  { operatorId = 'olga', ...more }: { clientId?: string; operatorId?: string } = {},
) => {
  const { answer, happened } = await store.write('chats.note', { chatId, text, ...more }, acting(operatorId, 2000));
  return { message: answer, isNew: happened !== undefined };
};
const messages = async (chatId: string) =>
  (await store.read('messages.list', { chatId, limit: 50 }, acting('olga'))).messages;

describe('a note', () => {
  test('appears in the chat under its author’s name, and nothing is sent', async () => {
    const chatId = await newChat();
    const { message, isNew } = await note(chatId, 'He never pays', { operatorId: 'boris' });
    expect([isNew, message]).toMatchObject([
      true,
      { from: 'note', type: 'text', text: 'He never pays', operatorId: 'boris', authorName: 'Boris', at: 2000 },
    ]);
    expect(await messages(chatId)).toMatchObject([{ text: 'Hello' }, message]);
    expect((await messages(chatId)).at(-1)?.delivery).toBeUndefined();
    expect(await store.read('listSending')).toEqual([]);
  });

  test('repeated with its clientId is the same one; without, or in another chat, it is new', async () => {
    const chatId = await newChat();
    const { message } = await note(chatId, 'one', { clientId: 'client-1' });
    expect(await note(chatId, 'one', { clientId: 'client-1' })).toMatchObject({ isNew: false, message });
    expect((await note(chatId, 'one')).isNew).toBe(true);
    await store.write('chats.close', { chatId }, acting('olga', 2500));
    const next = await newChat();
    expect(next).not.toBe(chatId);
    expect((await note(next, 'one', { clientId: 'client-1' })).isNew).toBe(true);
  });

  test('requested twice at the same time is stored once', async () => {
    const chatId = await newChat();
    const both = await Promise.all([
      note(chatId, 'one', { clientId: 'client-1' }),
      note(chatId, 'one', { clientId: 'client-1' }),
    ]);
    expect(both.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(await messages(chatId)).toHaveLength(2);
  });

  test('is separate from a reply with the same clientId', async () => {
    const chatId = await newChat();
    await note(chatId, 'one', { clientId: 'client-1' });
    const reply = { chatId, text: 'Hi', clientId: 'client-1' };
    expect(await changeOf(store.write('chats.reply', reply, acting('olga', 3000)))).toMatchObject({
      changed: true,
      sending: [{ chatId }],
    });
    expect(await store.read('findReply', { chatId, clientId: 'client-1' })).toMatchObject([{ text: 'Hi' }]);
  });

  test('can only be edited by its author', async () => {
    const chatId = await newChat();
    const { message } = await note(chatId, 'He never pays');
    const edit = async (operatorId: string, text: string) =>
      (await store.write('chats.editNote', { messageId: message.id, text }, acting(operatorId, 3000))).answer;
    await expect(edit('boris', 'He always pays')).rejects.toMatchObject({ code: 'not_found' });
    expect(await edit('olga', 'He never pays')).toEqual(message);
    expect(await edit('olga', 'He always pays')).toEqual({ ...message, text: 'He always pays', editedAt: 3000 });
    expect((await messages(chatId)).at(-1)).toMatchObject({ text: 'He always pays', editedAt: 3000, at: 2000 });
  });

  test('needs a chat', async () => {
    await expect(note('999')).rejects.toMatchObject({ code: 'not_found' });
    await expect(note('no number')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a colleague whom a note mentions', () => {
  const counted = async (operatorId: string) => (await store.read('countChats', { operatorId, since: 0 })).mentioned;
  const listed = async (operatorId: string) =>
    (await store.read('chats.list', { filter: 'mentioned', limit: 10 }, acting(operatorId))).chats.map(({ id }) => id);

  test('has the chat in a list until they look at it, whatever colleagues do there', async () => {
    const chatId = await newChat();
    const { message } = await note(chatId, '@Boris, can we refund this? @Olga');
    expect(message.mentions).toEqual([{ operatorId: 'boris', name: 'Boris' }]);
    await store.write('chats.reply', { chatId, text: 'One moment' }, acting('olga', 3000));
    await store.write('chats.close', { chatId }, acting('olga', 4000));
    await store.write('chats.reopen', { chatId }, acting('olga', 5000));
    expect([await counted('boris'), await listed('boris')]).toEqual([1, [chatId]]);
    expect([await counted('olga'), await listed('olga')]).toEqual([0, []]);
    await store.write('chats.markRead', { chatId }, acting('boris', 6000));
    expect([await counted('boris'), await listed('boris')]).toEqual([0, []]);
  });

  test('is called by an edited note only if it did not mention them before', async () => {
    const chatId = await newChat();
    const { message } = await note(chatId, 'Can we refund this?');
    const edit = async (text: string) =>
      (await store.write('chats.editNote', { messageId: message.id, text }, acting('olga', 3000))).answer.mentions;
    expect(await edit('@Boris Can we refund this?')).toEqual([{ operatorId: 'boris', name: 'Boris' }]);
    expect(await counted('boris')).toBe(1);
    await store.write('chats.markRead', { chatId }, acting('boris', 4000));
    await edit('@Boris can we refund this?');
    expect(await counted('boris')).toBe(0);
    expect(await edit('Can we refund this?')).toBeUndefined();
  });
});
