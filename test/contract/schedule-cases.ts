import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';

export const scheduleCases: readonly ContractCase[] = [
  {
    name: 'a snoozed chat is listed among the snoozed ones alone, and comes back',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const { id: chatId } = await write(channelId, 'ann', 'Hello');
      const before = await ok('chats.counts', {});
      const until = Date.now() + 60 * 60 * 1000;
      const me = await ok('operators.me', {});
      assert.deepEqual((await ok('chats.snooze', { chatId, until })).snoozed, { by: me.id, until });
      const listed = async (filter: 'waiting' | 'snoozed' | 'open'): Promise<boolean> =>
        (await ok('chats.list', { filter, channelId })).chats.some(({ id }) => id === chatId);
      assert.deepEqual([await listed('waiting'), await listed('snoozed'), await listed('open')], [false, true, true]);
      const after = await ok('chats.counts', {});
      assert.deepEqual([after.waiting, after.snoozed], [before.waiting - 1, before.snoozed + 1]);
      assert.equal((await ok('chats.unsnooze', { chatId })).snoozed, undefined);
      assert.deepEqual([await listed('waiting'), await listed('snoozed')], [true, false]);
    },
  },
  {
    name: 'a reply is scheduled once, listed, and taken back',
    run: async ({ ok, refused, newChannel, write }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const sendAt = Date.now() + 60 * 60 * 1000;
      const reply = { chatId, text: 'Good morning', sendAt, clientId: 'contract-later' };
      const { chat } = await ok('replies.schedule', reply);
      const { replies } = await ok('replies.schedule', reply);
      const me = await ok('operators.me', {});
      assert.deepEqual([chat.state, chat.operatorId, chat.snoozed?.until], ['active', me.id, sendAt]);
      const [first] = replies;
      assert.deepEqual(replies, [{ id: first?.id, chatId, operatorId: me.id, text: 'Good morning', sendAt }]);
      assert.deepEqual((await ok('replies.list', { chatId })).replies, replies);
      assert.deepEqual(await ok('replies.cancel', { replyId: first?.id ?? '' }), first);
      assert.deepEqual((await ok('replies.list', { chatId })).replies, []);
      assert.equal((await refused('replies.cancel', { replyId: first?.id ?? '' })).code, 'not_found');
      assert.equal((await refused('replies.schedule', { ...reply, text: ' ' })).code, 'invalid_input');
    },
  },
];
