import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { allRoutes } from '#main/console/all-routes.ts';
import { commands } from '#main/store/commands.ts';
import type { RouteName } from '#shared/contract/routes.ts';

/** Invalid inputs, and the field that each error names. */
const MISFITS: readonly (readonly [RouteName, unknown, string])[] = [
  ['operators.update', { name: '   ' }, 'name'],
  ['operators.update', { name: 'x'.repeat(81) }, 'name'],
  ['operators.update', { photo: 'javascript:alert(1)' }, 'photo'],
  ['operators.report', { windowId: 'w', present: 'yes' }, 'present'],
  ['operators.setPresence', { presence: 'asleep' }, 'presence'],
  ['channels.create', {}, 'name'],
  ['channels.create', { name: 'Shop', publicId: 'a/b' }, 'publicId'],
  ['channels.create', { name: 'Shop', publicId: '..' }, 'publicId'],
  ['channels.create', { name: 'Shop', endpoint: 'ftp://shop.example' }, 'endpoint'],
  ['channels.update', { name: 'Shop' }, 'channelId'],
  ['channels.restoreSecret', { channelId: '1' }, 'address'],
  ['chats.get', {}, 'chatId'],
  ['chats.get', { chatId: 5 }, 'chatId'],
  ['chats.list', { limit: 0 }, 'limit'],
  ['chats.list', { limit: 201 }, 'limit'],
  ['chats.list', { filter: 'all' }, 'filter'],
  ['chats.reply', { chatId: '1' }, 'text'],
  ['chats.reply', { chatId: '1', text: 'x'.repeat(64 * 1024 + 1) }, 'text'],
  ['chats.note', { chatId: '1', text: '  ' }, 'text'],
  ['chats.note', { chatId: '1', text: 'x'.repeat(10_001) }, 'text'],
  ['chats.note', { chatId: '1', text: 'Hello', clientId: 'short' }, 'clientId'],
  ['chats.editNote', { messageId: '1', text: '  ' }, 'text'],
  ['savedReplies.create', { shortcut: 'two words', text: 'Hello' }, 'shortcut'],
  ['savedReplies.create', { shortcut: 'hi', text: '' }, 'text'],
  ['savedReplies.update', { shortcut: 'hi' }, 'replyId'],
  ['chats.typing', { chatId: '1', typing: 'yes' }, 'typing'],
  ['chats.assign', { chatId: '1' }, 'operatorId'],
  ['chats.assign', { chatId: '1', operatorId: '1', note: 'x'.repeat(10_001) }, 'note'],
  ['chats.look', { windowId: 'w', chatId: 'no number' }, 'chatId'],
  ['operators.add', { name: ' ' }, 'name'],
  ['operators.add', { name: 'Ivan', photo: 'javascript:alert(1)' }, 'photo'],
  ['operators.change', { name: 'Ivan' }, 'operatorId'],
  ['messages.list', { chatId: '1', limit: 1.5 }, 'limit'],
  ['customers.update', { customerId: '1', phone: 'x'.repeat(65) }, 'phone'],
  ['channels.sendSample', { channelId: '1', type: 'hologram', customerName: 'Sample' }, 'type'],
];

/** Requests for things that don't exist. */
const MISSING: readonly (readonly [RouteName, unknown])[] = [
  ['chats.get', { chatId: '999999999' }],
  ['chats.get', { chatId: 'no number' }],
  ['chats.take', { chatId: '999999999' }],
  ['chats.close', { chatId: '999999999' }],
  ['chats.markRead', { chatId: '999999999' }],
  ['chats.reopen', { chatId: '999999999' }],
  ['chats.snooze', { chatId: '999999999' }],
  ['chats.unsnooze', { chatId: '999999999' }],
  ['replies.schedule', { chatId: '999999999', text: 'Hello', sendAt: 1 }],
  ['replies.cancel', { replyId: '999999999' }],
  ['chats.reply', { chatId: '999999999', text: 'Hello' }],
  ['chats.note', { chatId: '999999999', text: 'Hello' }],
  ['chats.editNote', { messageId: '999999999', text: 'Hello' }],
  ['chats.assign', { chatId: '999999999', operatorId: 'none' }],
  ['chats.unassign', { chatId: '999999999' }],
  ['savedReplies.update', { replyId: '999999999', text: 'Hello' }],
  ['savedReplies.remove', { replyId: 'none' }],
  ['messages.list', { chatId: '999999999' }],
  ['messages.resend', { messageId: '999999999' }],
  ['customers.update', { customerId: '999999999', name: 'Ann' }],
  ['channels.update', { channelId: 'none', name: 'Shop' }],
  ['channels.pause', { channelId: 'none' }],
  ['channels.resume', { channelId: 'none' }],
  ['channels.renewSecret', { channelId: 'none' }],
  ['channels.restoreSecret', { channelId: 'none', address: 'https://chat.example/secret/shop-1' }],
  ['channels.remove', { channelId: 'none' }],
  ['channels.addresses', { channelId: 'none' }],
  ['channels.sendSample', { channelId: 'none', type: 'text', customerName: 'Sample' }],
];

export const refusalCases: readonly ContractCase[] = [
  ...MISFITS.map(([route, input, field]): ContractCase => ({
    name: `${route} refuses ${JSON.stringify(input).slice(0, 60)} and names ${field}`,
    run: async ({ refused }) => {
      const error = await refused(route, input);
      assert.equal(error.code, 'invalid_input');
      assert.ok(
        error.issues?.some(({ path, message }) => path === field && message !== ''),
        JSON.stringify(error),
      );
    },
  })),
  {
    name: 'every route refuses what is no object',
    run: async ({ refused }) => {
      for (const route of Object.keys(allRoutes)) {
        for (const input of ['text', 5, [], true])
          assert.equal((await refused(route, input)).code, 'invalid_input', `${route} ${JSON.stringify(input)}`);
      }
    },
  },
  ...MISSING.map(([route, input]): ContractCase => ({
    name: `${route} ${JSON.stringify(input)} is not found`,
    run: async ({ refused }) => assert.equal((await refused(route, input)).code, 'not_found'),
  })),
  {
    name: 'a route that does not exist is unknown, and so is a command that is the engine’s own',
    run: async ({ refused }) => {
      const internal = Object.entries(commands).flatMap(([name, { for: whom }]) => (whom === 'engine' ? name : []));
      assert.ok(internal.includes('messages.receive'));
      for (const route of ['chats.explode', 'toString', '__proto__', 'constructor', 'x'.repeat(90), ...internal]) {
        assert.equal((await refused(route, {})).code, 'unknown_route', route);
      }
    },
  },
  {
    name: 'coded refusals: closed chat, removed channel, public id taken, endpoint not allowed',
    run: async ({ ok, refused, newChannel, write }) => {
      const { id: channelId, publicId } = await newChannel();
      const { id: chatId } = await write(channelId, 'ann', 'Hello');
      await ok('chats.close', { chatId });
      assert.equal((await refused('chats.reply', { chatId, text: 'Too late' })).code, 'chat_closed');
      assert.equal((await refused('channels.create', { name: 'Again', publicId })).code, 'public_id_taken');
      assert.equal(
        (await refused('channels.update', { channelId, endpoint: 'http://shop.example/hook' })).code,
        'endpoint_not_allowed',
      );
      await write(channelId, 'ann', 'Once more');
      assert.equal((await refused('chats.reopen', { chatId })).code, 'chat_superseded');
      await ok('channels.remove', { channelId });
      assert.equal((await refused('chats.reopen', { chatId })).code, 'channel_removed');
    },
  },
];
