import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { MarkedText } from '#shared/contract/search.ts';
import type { ContractCase, ContractContext } from './context.ts';

const newWord = (): string => `lamp${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const shown = (words: MarkedText): string => words.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

async function messagesOf({ ok }: ContractContext, chatId: string): Promise<readonly string[]> {
  return (await ok('messages.list', { chatId })).messages.map(({ id }) => id);
}

export const searchCases: readonly ContractCase[] = [
  {
    name: 'search.messages finds what customers, operators and notes say, by chat, with the words marked',
    run: async (context) => {
      const { ok, refused, newChannel, write } = context;
      const [word, channel] = [newWord(), await newChannel()];
      const { id: chatId } = await write(channel.id, 'anna', `Is the ${word.toUpperCase()} in stock?`);
      await ok('chats.note', { chatId, text: `Ask about the ${word}s` });
      const { id: otherId } = await write(channel.id, 'boris', `Another ${word}`);
      const { chats, indexed } = await ok('search.messages', { text: `${word.slice(0, -2)} the` });
      assert.equal(indexed, 1);
      assert.deepEqual(
        chats.map(({ chat, hits }) => [chat.id, hits.map(({ words }) => shown(words))]),
        [[chatId, [`Ask about [the] [${word}s]`, `Is [the] [${word.toUpperCase()}] in stock?`]]],
      );
      const first = await ok('search.messages', { text: word, limit: 1 });
      assert.deepEqual(
        first.chats.map(({ chat }) => chat.id),
        [otherId],
      );
      const rest = await ok('search.messages', { text: word, limit: 1, cursor: first.nextCursor });
      assert.deepEqual([rest.chats.map(({ chat }) => chat.id), rest.nextCursor], [[chatId], undefined]);
      const notes = await ok('search.messages', { text: word, from: 'note', channelId: channel.id });
      assert.deepEqual(
        notes.chats.map(({ hits }) => hits.map(({ from }) => from)),
        [['note']],
      );
      assert.deepEqual((await ok('search.messages', { text: word, chatId: otherId })).chats.length, 1);
      assert.deepEqual((await ok('search.messages', { text: '…' })).chats, []);
      assert.equal((await refused('search.messages', { text: word, cursor: 'elsewhere' })).code, 'invalid_input');
    },
  },
  {
    name: 'search.customers finds customers by name, number and id, with their latest chat',
    run: async ({ ok, newChannel, write }) => {
      const [word, channel] = [newWord(), await newChannel()];
      const { id: chatId, customer } = await write(channel.id, word, 'Hello');
      await ok('customers.update', { customerId: customer.id, name: `Zoë ${word}`, phone: '+49 30 1234567' });
      const { customers } = await ok('search.customers', { text: `zoe ${word.slice(0, 8)}` });
      assert.deepEqual(
        customers.map(({ chat, name }) => [chat.id, name && shown(name)]),
        [[chatId, `[Zoë] [${word}]`]],
      );
      assert.ok(
        (await ok('search.customers', { text: '1234567', limit: 100 })).customers.some(
          ({ chat }) => chat.id === chatId,
        ),
      );
      assert.equal((await ok('search.customers', { text: word, channelId: channel.id })).customers.length, 1);
      assert.deepEqual((await ok('search.customers', { text: word, channelId: 'another' })).customers, []);
    },
  },
  {
    name: 'messages.list gives the page around a message, and those after it',
    run: async (context) => {
      const { ok, refused, newChannel, write } = context;
      const channel = await newChannel();
      let chatId = '';
      for (let count = 0; count < 9; count += 1)
        ({ id: chatId } = await write(channel.id, 'anna', `Message ${String(count)}`));
      const all = await messagesOf(context, chatId);
      const ids = ({ messages }: { readonly messages: readonly { readonly id: string }[] }): readonly string[] =>
        messages.map(({ id }) => id);
      const around = await ok('messages.list', { chatId, around: all[4] ?? '', limit: 4 });
      assert.deepEqual([ids(around), around.hasEarlier, around.hasLater], [all.slice(3, 7), true, true]);
      const after = await ok('messages.list', { chatId, after: all[6] ?? '', limit: 4 });
      assert.deepEqual([ids(after), after.hasLater], [all.slice(7), false]);
      const whole = await ok('messages.list', { chatId, around: all[0] ?? '' });
      assert.deepEqual([ids(whole), whole.hasEarlier, whole.hasLater], [all, false, false]);
      const other = await write(channel.id, 'boris', 'Elsewhere');
      assert.equal((await refused('messages.list', { chatId: other.id, around: all[4] })).code, 'not_found');
    },
  },
];
