import assert from 'node:assert/strict';
import type { ContractCase } from './context.ts';

export const pinCases: readonly ContractCase[] = [
  {
    name: 'chats.pin puts a chat on top of the lists, tells windows, and ends when it is closed',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const { id: channelId } = await newChannel();
      const first = await write(channelId, 'ann', 'Hello');
      const second = await write(channelId, 'ben', 'Hello');
      const listed = async (): Promise<readonly string[]> =>
        (await ok('chats.list', { filter: 'waiting', channelId })).chats.map(({ id }) => id);
      assert.deepEqual(await listed(), [first.id, second.id]);
      const chatId = second.id;
      await withWindow(async (window) => {
        await window.hello();
        assert.equal((await ok('chats.pin', { chatId, pinned: true })).pinned, true);
        await window.waitFor('chat.changed', ({ chat }) => chat.id === chatId && chat.pinned === true);
      });
      assert.deepEqual(await listed(), [second.id, first.id]);
      assert.equal((await write(channelId, 'ben', 'Are you there?')).pinned, true);
      assert.equal((await ok('chats.pin', { chatId, pinned: false })).pinned, undefined);
      assert.deepEqual(await listed(), [first.id, second.id]);
      await ok('chats.pin', { chatId, pinned: true });
      assert.equal((await ok('chats.close', { chatId })).pinned, undefined);
      assert.equal((await refused('chats.pin', { chatId, pinned: true })).code, 'chat_closed');
      assert.equal((await refused('chats.pin', { chatId: '99999999', pinned: true })).code, 'not_found');
    },
  },
];
