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
