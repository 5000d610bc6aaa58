import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { EventName } from '#shared/contract/events.ts';

export const eventCases: readonly ContractCase[] = [
  {
    name: 'a window gets a hello first, then events numbered without gaps',
    run: async ({ withWindow, newChannel, write }) => {
      await withWindow(async (window) => {
        const hello = await window.hello();
        assert.ok(hello.boot !== '');
        const { id: channelId } = await newChannel();
        for (let count = 1; count <= 5; count += 1) await write(channelId, 'ann', `message ${count}`);
        await window.waitFor('message.added', ({ message }) => message.text === 'message 5');
        assert.deepEqual(
          window.events.map(({ seq }) => seq),
          window.events.map((_, index) => hello.seq + 1 + index),
        );
      });
    },
  },
  {
    name: 'message.added carries the message and the chat as it is after it',
    run: async ({ withWindow, newChannel, write, ok }) => {
      const { id: channelId } = await newChannel();
      await withWindow(async (window) => {
        await window.hello();
        await write(channelId, 'ann', 'first');
        const { unread, ...chat } = await write(channelId, 'ann', 'second');
        assert.equal(unread, 2);
        const added = await window.waitFor('message.added', ({ message }) => message.text === 'second');
        assert.deepEqual(added.chat, chat);
        const { messages } = await ok('messages.list', { chatId: chat.id });
        assert.deepEqual(added.message, messages.at(-1));
      });
    },
  },
  {
    name: 'two windows are told the same',
    run: async ({ withWindow, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      await withWindow((one) =>
        withWindow(async (other) => {
          await one.hello();
          const { seq } = await other.hello();
          await write(channelId, 'ann', 'for both');
          await Promise.all(
            [one, other].map((window) => window.waitFor('message.added', ({ message }) => message.text === 'for both')),
          );
          assert.deepEqual(
            one.events.filter((event) => event.seq > seq),
            other.events,
          );
        }),
      );
    },
  },
  {
    name: 'changes of chats, customers, channels and operators are told',
    run: async ({ withWindow, newChannel, write, ok }) => {
      const { id: channelId } = await newChannel();
      const chat = await write(channelId, 'ann', 'Hello');
      await withWindow(async (window) => {
        await window.hello();
        const { id: meId } = await ok('operators.me', {});
        await ok('chats.markRead', { chatId: chat.id });
        await window.waitFor(
          'chat.changed',
          (changed) => changed.chat.id === chat.id && changed.chat.unanswered === 1 && changed.chat.seen?.[meId] === 1,
        );
        await ok('customers.update', { customerId: chat.customer.id, name: 'Ann Smith' });
        await window.waitFor(
          'customer.changed',
          ({ customer }) => customer.id === chat.customer.id && customer.name === 'Ann Smith',
        );
        await ok('channels.pause', { channelId });
        await window.waitFor('channels.changed', () => true);
        await ok('operators.setPresence', { presence: 'away' });
        await window.waitFor('operators.changed', () => true);
        await ok('operators.setPresence', { presence: 'online' });
      });
    },
  },
  {
    name: 'an event that brings a whole answer brings what its route answers',
    run: async ({ ok, newChannel, withWindow }) => {
      const { id: channelId } = await newChannel();
      await withWindow(async (window) => {
        await window.hello();
        const brings = <N extends EventName>(name: N, answer: object): Promise<unknown> =>
          window.waitFor(name, (data) => isDeepStrictEqual(JSON.parse(JSON.stringify(data)), answer));
        await ok('channels.pause', { channelId });
        const { channels } = await ok('channels.list', {});
        await brings('channels.changed', { channels: channels.map(({ openChats: _counted, ...channel }) => channel) });
        const { name } = await ok('operators.me', {});
        await ok('operators.update', { name: 'Somebody' });
        await brings('operators.changed', await ok('operators.list', {}));
        await ok('operators.update', { name });
        const { id: botId } = await ok('bots.create', { name: 'Told of' });
        await brings('bots.changed', await ok('bots.list', {}));
        await ok('bots.remove', { botId });
        const { settings } = await ok('connection.get', {});
        await ok('connection.change', { network: { port: settings.network.port + 1 } });
        await brings('connection.changed', await ok('connection.get', {}));
        await ok('connection.change', { network: { port: settings.network.port } });
        await ok('checks.run', {});
        await brings('checks.changed', await ok('checks.latest', {}));
      });
    },
  },
  {
    name: 'a closed window is told nothing more',
    run: async ({ withWindow, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const closed = await withWindow(async (window) => {
        await window.hello();
        await write(channelId, 'ann', 'while open');
        await window.waitFor('message.added', ({ message }) => message.text === 'while open');
        return window.events;
      });
      const { seq } = await withWindow(async (window) => {
        const hello = await window.hello();
        await write(channelId, 'ann', 'after it');
        await window.waitFor('message.added', ({ message }) => message.text === 'after it');
        return hello;
      });
      assert.deepEqual(
        closed.filter((event) => event.seq > seq),
        [],
      );
    },
  },
];
