import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

export const noteCases: readonly ContractCase[] = [
  {
    name: 'chats.note adds to the conversation and changes nothing of the chat',
    run: async ({ ok, newChannel, write, withWindow }) => {
      const { unread, ...chat } = await write((await newChannel()).id, 'ann', 'Hello');
      const { id: chatId } = chat;
      const counts = await ok('chats.counts', {});
      const me = await ok('operators.me', {});
      await withWindow(async (window) => {
        await window.hello();
        const note = await ok('chats.note', { chatId, text: ' Asked twice already\nabout the blue one ' });
        assert.deepEqual(
          [note.from, note.type, note.text, note.operatorId, note.authorName, note.delivery],
          ['note', 'text', 'Asked twice already\nabout the blue one', me.id, me.name, undefined],
        );
        assert.deepEqual(await window.waitFor('message.added', ({ message }) => message.id === note.id), {
          message: note,
          chat,
        });
        assert.deepEqual((await ok('messages.list', { chatId })).messages.at(-1), note);
      });
      assert.deepEqual(await ok('chats.get', { chatId }), { ...chat, unread });
      assert.deepEqual(await ok('chats.counts', {}), counts);
    },
  },
  {
    name: 'chats.note with the same clientId is the same note, and a reply with that clientId is another thing',
    run: async ({ ok, newChannel, write }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const clientId = randomUUID();
      const note = await ok('chats.note', { chatId, text: 'Regular customer', clientId });
      assert.deepEqual(await ok('chats.note', { chatId, text: 'Regular customer', clientId }), note);
      assert.equal((await ok('chats.reply', { chatId, text: 'Good day', clientId })).messages.length, 1);
      const { messages } = await ok('messages.list', { chatId });
      assert.deepEqual(
        messages.map(({ from }) => from),
        ['customer', 'note', 'system', 'operator'],
      );
    },
  },
  {
    name: 'chats.editNote gives a note of one’s own other words, which every window gets; what is no note has none',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const note = await ok('chats.note', { chatId, text: 'Pays late' });
      await withWindow(async (window) => {
        await window.hello();
        const edited = await ok('chats.editNote', { messageId: note.id, text: ' Pays at once ' });
        assert.ok((edited.editedAt ?? 0) >= note.at);
        assert.deepEqual(edited, { ...note, text: 'Pays at once', editedAt: edited.editedAt });
        assert.deepEqual(await window.waitFor('message.changed', ({ message }) => message.id === note.id), {
          message: edited,
        });
        assert.deepEqual((await ok('messages.list', { chatId })).messages.at(-1), edited);
        assert.deepEqual(await ok('chats.editNote', { messageId: note.id, text: 'Pays at once' }), edited);
      });
      const [hello] = (await ok('messages.list', { chatId })).messages;
      const { code } = await refused('chats.editNote', { messageId: hello?.id ?? '', text: 'Goodbye' });
      assert.equal(code, 'not_found');
    },
  },
  {
    name: 'chats.note works in a closed chat, which stays closed, and can never be sent',
    run: async ({ ok, refused, newChannel, write }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const closed = await ok('chats.close', { chatId });
      const note = await ok('chats.note', { chatId, text: 'Will come by on Monday' });
      assert.deepEqual(await ok('chats.get', { chatId }), { ...closed, unread: 0 });
      assert.equal((await refused('messages.resend', { messageId: note.id })).code, 'not_found');
    },
  },
];
