import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toEnglish } from '#shared/locales/english.ts';

export const chatCases: readonly ContractCase[] = [
  {
    name: 'a chat waits with one unread message; markRead, take, close and reopen change it',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const chat = await write(channelId, 'ann', 'Hello');
      const { id: chatId } = chat;
      assert.deepEqual(
        [chat.state, chat.unread, chat.hasFailed, chat.lastMessage?.text],
        ['waiting', 1, false, 'Hello'],
      );
      assert.deepEqual(await ok('chats.get', { chatId }), chat);
      assert.equal((await ok('chats.markRead', { chatId })).unread, 0);
      const me = await ok('operators.me', {});
      const taken = await ok('chats.take', { chatId });
      assert.deepEqual([taken.state, taken.operatorId], ['active', me.id]);
      assert.equal((await ok('chats.close', { chatId })).state, 'closed');
      assert.notEqual((await ok('chats.reopen', { chatId })).state, 'closed');
    },
  },
  {
    name: 'chats.begin opens a chat with a customer who has none open; not without words, twice, or on a removed channel',
    run: async ({ ok, refused, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const earlier = await write(channelId, 'ann', 'Is it back in stock?');
      const first = { customerId: earlier.customer.id, text: 'It is back', clientId: 'begin-ann-1' };
      assert.equal((await refused('chats.begin', first)).code, 'chat_superseded');
      await ok('chats.close', { chatId: earlier.id });
      assert.equal((await refused('chats.begin', { ...first, text: ' ' })).code, 'invalid_input');
      const { chat, messages } = await ok('chats.begin', first);
      assert.notEqual(chat.id, earlier.id);
      assert.deepEqual(
        [chat.state, chat.operatorId, chat.customer.id, messages.map(({ text }) => text)],
        ['active', (await ok('operators.me', {})).id, earlier.customer.id, ['It is back']],
      );
      assert.equal((await ok('chats.begin', first)).chat.id, chat.id);
      await ok('chats.close', { chatId: chat.id });
      await ok('channels.remove', { channelId });
      assert.equal((await refused('chats.begin', { ...first, clientId: 'begin-ann-2' })).code, 'channel_removed');
    },
  },
  {
    name: 'messages.list with its history goes on into the earlier chats of the customer, and says which they are',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const { id: first } = await write(channelId, 'ann', 'Hello');
      await ok('chats.reply', { chatId: first, text: 'Good day' });
      await ok('chats.close', { chatId: first });
      const { id: second } = await write(channelId, 'ann', 'Hello again');
      const list = await ok('messages.list', { chatId: second, history: true });
      assert.deepEqual(
        [list.hasEarlier, list.messages.filter(({ from }) => from !== 'system').map(({ text }) => text)],
        [false, ['Hello', 'Good day', 'Hello again']],
      );
      assert.deepEqual(
        list.chats?.map(({ id, answeredBy }) => [id, answeredBy]),
        [
          [first, (await ok('operators.me', {})).name],
          [second, undefined],
        ],
      );
      assert.deepEqual(
        (await ok('messages.list', { chatId: second })).messages.map(({ text }) => text),
        ['Hello again'],
      );
    },
  },
  {
    name: 'chats.list filters, pages by a cursor and has the latest activity first; waiting has the longest waiting first',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const ids: string[] = [];
      for (const name of ['one', 'two', 'three', 'four', 'five'])
        ids.push((await write(channelId, name, `Hello from ${name}`)).id);
      const [first, , third] = ids;
      await ok('chats.take', { chatId: first ?? '' });
      await ok('chats.close', { chatId: third ?? '' });
      const ours = async (input: Parameters<typeof ok<'chats.list'>>[1]): Promise<readonly string[]> => {
        const found: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await ok('chats.list', { ...input, cursor, limit: 2 });
          assert.ok(page.chats.length <= 2);
          found.push(...page.chats.flatMap((chat) => (chat.channelId === channelId ? [chat.id] : [])));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        return found;
      };
      assert.deepEqual(await ours({ filter: 'waiting' }), [ids[1], ids[3], ids[4]]);
      assert.deepEqual(await ours({ filter: 'mine' }), [ids[0]]);
      assert.deepEqual(await ours({ filter: 'closed' }), [ids[2]]);
      assert.deepEqual(await ours({ state: 'active' }), [ids[0]]);
      assert.deepEqual(new Set(await ours({ filter: 'open' })), new Set([ids[0], ids[1], ids[3], ids[4]]));
      assert.deepEqual(new Set(await ours({})), new Set(ids));
      await write(channelId, 'two', 'Once more');
      assert.equal((await ours({}))[0], ids[1]);
    },
  },
  {
    name: 'chats.counts counts waiting, mine, open and what needs the operator',
    run: async ({ ok, newChannel, write }) => {
      const since = Date.now() - 60 * 60 * 1000;
      const before = await ok('chats.counts', { since });
      const chat = await write((await newChannel()).id, 'ann', 'Hello');
      const after = await ok('chats.counts', { since });
      assert.deepEqual(
        [after.waiting, after.open, after.needsMe.waiting, after.today.opened],
        [before.waiting + 1, before.open + 1, before.needsMe.waiting + 1, before.today.opened + 1],
      );
      await ok('chats.take', { chatId: chat.id });
      assert.equal((await ok('chats.counts', { since })).mine, before.mine + 1);
      await ok('chats.close', { chatId: chat.id });
      const closed = await ok('chats.counts', { since });
      assert.deepEqual(
        [closed.waiting, closed.mine, closed.open, closed.today.closed],
        [before.waiting, before.mine, before.open, before.today.closed + 1],
      );
    },
  },
  {
    name: 'messages.list pages backwards, oldest first within the page',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      let chatId = '';
      for (let count = 1; count <= 7; count += 1) chatId = (await write(channelId, 'ann', `message ${count}`)).id;
      const newest = await ok('messages.list', { chatId, limit: 3 });
      assert.deepEqual(
        [newest.messages.map(({ text }) => text), newest.hasEarlier],
        [['message 5', 'message 6', 'message 7'], true],
      );
      const earlier = await ok('messages.list', { chatId, limit: 4, before: newest.messages[0]?.id });
      assert.deepEqual(
        [earlier.messages.map(({ text }) => text), earlier.hasEarlier],
        [['message 1', 'message 2', 'message 3', 'message 4'], false],
      );
    },
  },
  {
    name: 'chats.reply and chats.note go out under the name of who wrote them, and what waited answers nothing newer',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      const { id: me } = await ok('operators.me', {});
      await withWindow(async (window) => {
        const hello = await window.hello();
        assert.deepEqual([hello.operatorId, hello.installationId.length], [me, 36]);
      });
      for (const route of ['chats.reply', 'chats.note'] as const)
        assert.equal((await refused(route, { chatId, text: 'Not mine', writtenBy: 'another' })).code, 'not_signed_in');
      await ok('chats.note', { chatId, text: 'Asked twice', writtenBy: me });
      const waited = { chatId, text: 'One moment', clientId: randomUUID(), writtenBy: me, age: 60_000 };
      const { chat } = await ok('chats.reply', waited);
      assert.deepEqual([chat.state, chat.waitingSince !== undefined], ['active', true]);
      assert.equal((await ok('chats.reply', { ...waited, age: 90_000 })).messages.length, 1);
      assert.equal((await ok('chats.reply', { chatId, text: 'Hello' })).chat.waitingSince, undefined);
      const { messages } = await ok('messages.list', { chatId });
      assert.deepEqual(
        messages.filter(({ from }) => from !== 'system').map(({ text }) => text),
        ['Hello', 'Asked twice', 'One moment', 'Hello'],
      );
    },
  },
  {
    name: 'chats.reply takes a waiting chat and says what it made; a failed reply can be left at that, and sent again',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const { id: channelId, endpoint } = await newChannel();
      await ok('channels.update', { channelId, endpoint: 'http://127.0.0.1:1/nobody' });
      const { id: chatId } = await write(channelId, 'ann', 'Hello');
      await withWindow(async (window) => {
        await window.hello();
        const { chat, messages } = await ok('chats.reply', { chatId, text: 'Good day' });
        const [reply] = messages;
        assert.ok(reply !== undefined);
        assert.deepEqual(
          [chat.state, messages.length, reply.from, reply.text, reply.delivery?.state],
          ['active', 1, 'operator', 'Good day', 'sending'],
        );
        const { message } = await window.waitFor(
          'message.changed',
          (changed) => changed.message.id === reply.id && changed.message.delivery?.state === 'failed',
        );
        assert.equal(message.delivery?.error?.kind, 'unreachable');
        assert.equal((await ok('chats.get', { chatId })).hasFailed, true);
        const failed = async () => (await ok('chats.list', { filter: 'failed', channelId })).chats.map(({ id }) => id);
        assert.deepEqual(await failed(), [chatId]);
        assert.equal((await ok('messages.dismissFailure', { messageId: reply.id })).delivery?.dismissed, true);
        assert.deepEqual(await failed(), []);
        await ok('channels.update', { channelId, endpoint });
        assert.equal((await ok('messages.resend', { messageId: reply.id })).delivery?.state, 'sending');
        await window.waitFor(
          'message.changed',
          (changed) => changed.message.id === reply.id && changed.message.delivery?.state === 'delivered',
        );
        assert.equal((await refused('messages.resend', { messageId: reply.id })).code, 'not_failed');
        assert.equal((await refused('messages.dismissFailure', { messageId: reply.id })).code, 'not_failed');
      });
    },
  },
  {
    name: 'chats.typing is answered, whatever becomes of it',
    run: async ({ ok, newChannel, write }) => {
      const { id: chatId } = await write((await newChannel()).id, 'ann', 'Hello');
      assert.deepEqual(await ok('chats.typing', { chatId, typing: true }), {});
      assert.deepEqual(await ok('chats.typing', { chatId, typing: false }), {});
    },
  },
  {
    name: 'customers.update sets and takes away what an operator knows; customers.chats lists newest first',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const first = await write(channelId, 'ann', 'Hello');
      const { id: customerId } = first.customer;
      const updated = await ok('customers.update', {
        customerId,
        name: 'Ann Smith',
        phone: ' +46 1 ',
        email: 'ann@example.com',
      });
      assert.deepEqual([updated.name, updated.phone, updated.email], ['Ann Smith', '+46 1', 'ann@example.com']);
      assert.equal((await ok('customers.update', { customerId, phone: '' })).phone, undefined);
      await ok('chats.close', { chatId: first.id });
      const second = await write(channelId, 'ann', 'Once more');
      const { chats } = await ok('customers.chats', { customerId });
      assert.deepEqual(
        chats.map(({ id }) => id),
        [second.id, first.id],
      );
    },
  },
  {
    name: 'journal.list tells of every request, newest first, and pages by a cursor',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      await write(channelId, 'ann', 'Hello');
      // Of several nodes, each writes what it has by itself; whoever reads has all of them do it.
      await ok('journal.list', { channelId });
      const { message } = await ok('channels.addresses', { channelId });
      const refused = await fetch(message, {
        method: 'POST',
        body: '{"sender":{},"message":{"type":"text","text":"Hello"}}',
      });
      assert.equal(refused.status, 400);
      const { entries } = await ok('journal.list', { channelId });
      assert.deepEqual(
        entries.map(({ direction, outcome, status }) => [direction, outcome, status]),
        [
          ['in', 'refused', 400],
          ['in', 'accepted', 200],
        ],
      );
      assert.match(entries[0]?.notes.map(toEnglish).join(' ') ?? '', /sender\.id/);
      const page = await ok('journal.list', { channelId, limit: 1 });
      assert.deepEqual([page.entries, page.nextCursor !== undefined], [[entries[0]], true]);
      assert.deepEqual((await ok('journal.list', { channelId, limit: 1, cursor: page.nextCursor })).entries, [
        entries[1],
      ]);
      assert.deepEqual((await ok('journal.list', { channelId, outcome: 'accepted' })).entries, [entries[1]]);
    },
  },
  {
    name: 'journal.get has one recorded request whole',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const { id: chatId } = await write(channelId, 'ann', 'Hello');
      const entryId = (await ok('journal.list', { channelId })).entries[0]?.id ?? '';
      const { entry, exchange } = await ok('journal.get', { entryId });
      assert.deepEqual([entry.id, entry.chatId, exchange?.method, exchange?.whole], [entryId, chatId, 'POST', true]);
    },
  },
];
