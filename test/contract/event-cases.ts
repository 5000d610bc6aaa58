import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import type { NumberedEvent } from '#shared/contract/events.ts';
import { naming } from '../fixtures/stale-answers.ts';

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
          const { boot: first } = await one.hello();
          const { seq, boot } = await other.hello();
          await write(channelId, 'ann', 'for both');
          const [told, toldOther] = await Promise.all(
            [one, other].map((window) => window.waitFor('message.added', ({ message }) => message.text === 'for both')),
          );
          assert.deepEqual(told, toldOther);
          // Each node numbers by itself, and says by itself, a little later, which answers are stale.
          if (boot === first)
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
        await window.waitFor('answers.stale', naming('channels.list'));
        await ok('operators.setPresence', { presence: 'away' });
        await window.waitFor('answers.stale', naming('operators.list'));
        await ok('operators.setPresence', { presence: 'online' });
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
      const isLater = (event: NumberedEvent) =>
        event.name === 'message.added' && event.data.message.text === 'after it';
      await withWindow(async (window) => {
        await window.hello();
        await write(channelId, 'ann', 'after it');
        await window.waitFor('message.added', ({ message }) => message.text === 'after it');
      });
      assert.equal(closed.some(isLater), false);
    },
  },
];
