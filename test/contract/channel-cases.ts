import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';

export const channelCases: readonly ContractCase[] = [
  {
    name: 'channels.create generates what is not given, and the channel is in the list without its secret',
    run: async ({ ok }) => {
      const made = await ok('channels.create', { name: 'Shop app' });
      assert.deepEqual(
        { ...made, id: '', publicId: '' },
        {
          id: '',
          name: 'Shop app',
          publicId: '',
          endpoint: null,
          allowPlainHttp: false,
          paused: false,
          countBot: false,
          botChannelType: 'widget',
          takes: [...CONTENT_TYPES],
          ownNetwork: false,
          kind: 'custom',
        },
      );
      assert.notEqual(made.publicId, '');
      const { channels } = await ok('channels.list', {});
      assert.deepEqual(
        channels.find(({ id }) => id === made.id),
        { ...made, openChats: 0 },
      );
      const { message } = await ok('channels.addresses', { channelId: made.id });
      const [, secret = ''] = new URL(message).pathname.split('/');
      assert.ok(!JSON.stringify(channels).includes(secret));
    },
  },
  {
    name: 'channels.update changes what is given and nothing else',
    run: async ({ ok, newChannel }) => {
      const made = await newChannel();
      const changed = await ok('channels.update', {
        channelId: made.id,
        endpoint: 'https://shop.example/hook',
        countBot: true,
      });
      assert.deepEqual(changed, { ...made, endpoint: 'https://shop.example/hook', countBot: true });
      assert.deepEqual(await ok('channels.update', { channelId: made.id, endpoint: null }), {
        ...changed,
        endpoint: null,
      });
      assert.deepEqual(await ok('channels.update', { channelId: made.id, name: 'Renamed' }), {
        ...changed,
        endpoint: null,
        name: 'Renamed',
      });
    },
  },
  {
    name: 'channels.addresses gives the addresses to post to and to ask, and where replies go',
    run: async ({ ok }) => {
      const { id: channelId, publicId } = await ok('channels.create', { name: 'Shop without a reply address' });
      const bare = await ok('channels.addresses', { channelId });
      assert.equal(bare.status, `${bare.message}/status`);
      assert.ok(bare.message.endsWith(`/${publicId}`));
      assert.equal(bare.replies, null);
      await ok('channels.update', { channelId, endpoint: 'https://shop.example/hook?key=1' });
      assert.equal(
        (await ok('channels.addresses', { channelId })).replies,
        `https://shop.example/hook/${publicId}?key=1`,
      );
    },
  },
  {
    name: 'channels.pause and channels.resume drive the status that integrators see',
    run: async ({ ok, newChannel, withWindow }) => {
      const { id: channelId } = await newChannel();
      await withWindow(async (window) => {
        await window.hello();
        await ok('operators.setPresence', { presence: 'online' });
        const { status } = await ok('channels.addresses', { channelId });
        const ask = async (): Promise<string> => (await fetch(status)).text();
        assert.equal(await ask(), '1');
        assert.equal((await ok('channels.pause', { channelId })).paused, true);
        assert.equal(await ask(), '0');
        assert.equal((await ok('channels.resume', { channelId })).paused, false);
        assert.equal(await ask(), '1');
      });
    },
  },
  {
    name: 'channels.renewSecret: the old addresses die, the new ones work',
    run: async ({ ok, newChannel }) => {
      const { id: channelId } = await newChannel();
      const before = await ok('channels.addresses', { channelId });
      await ok('channels.renewSecret', { channelId });
      const after = await ok('channels.addresses', { channelId });
      assert.deepEqual([(await fetch(before.status)).status, (await fetch(after.status)).status], [404, 200]);
    },
  },
  {
    name: 'channels.renewSigningKey: the key is another one, the addresses are the same',
    run: async ({ ok, newChannel }) => {
      const { id: channelId } = await newChannel();
      const { signingKey, ...before } = await ok('channels.addresses', { channelId });
      assert.match(signingKey, /^[\w-]{32}$/);
      assert.ok(!JSON.stringify(await ok('channels.renewSigningKey', { channelId })).includes(signingKey));
      const { signingKey: renewed, ...after } = await ok('channels.addresses', { channelId });
      assert.match(renewed, /^[\w-]{32}$/);
      assert.notEqual(renewed, signingKey);
      assert.deepEqual(after, before);
    },
  },
  {
    name: 'channels.restoreSecret takes the secret of an address in use; one that does not fit is refused and named',
    run: async ({ ok, refused, newChannel }) => {
      const { id: channelId, publicId } = await newChannel();
      const before = await ok('channels.addresses', { channelId });
      const inUse = before.status.replace(/\/[^/]+\/([^/]+\/status)$/, '/the-secret-in-use/$1');
      await ok('channels.restoreSecret', { channelId, address: inUse });
      assert.deepEqual([(await fetch(before.status)).status, (await fetch(inUse)).status], [404, 200]);
      for (const address of ['', 'https://chat.example/secret/another', `https://chat.example/${publicId}`]) {
        const error = await refused('channels.restoreSecret', { channelId, address });
        assert.deepEqual([error.code, error.issues?.map(({ path }) => path)], ['invalid_input', ['address']]);
      }
      assert.equal((await fetch(inUse)).status, 200);
    },
  },
  {
    name: 'channels.remove closes its open chats',
    run: async ({ ok, newChannel, write }) => {
      const { id: channelId } = await newChannel();
      const chat = await write(channelId, 'ann', 'Hello');
      assert.deepEqual(await ok('channels.remove', { channelId }), { closedChats: 1 });
      assert.equal((await ok('chats.get', { chatId: chat.id })).state, 'closed');
      assert.ok(!(await ok('channels.list', {})).channels.some(({ id }) => id === channelId));
    },
  },
  {
    name: 'channels.sendSample enters a message of each type as that of one customer, who gets the reply',
    run: async ({ ok, newChannel, withWindow }) => {
      const { id: channelId } = await newChannel();
      await withWindow(async (window) => {
        await window.hello();
        for (const type of CONTENT_TYPES)
          assert.deepEqual(await ok('channels.sendSample', { channelId, type, customerName: 'Sample' }), {
            status: 200,
          });
        const { chat } = await window.waitFor('message.added', ({ message }) => message.type === CONTENT_TYPES.at(-1));
        assert.deepEqual([chat.channelId, chat.customer.name], [channelId, 'Sample']);
        const { messages } = await ok('messages.list', { chatId: chat.id });
        const sent = messages.filter(({ from }) => from === 'customer').map(({ type }) => type);
        assert.deepEqual(sent, CONTENT_TYPES);
        await ok('chats.reply', { chatId: chat.id, text: 'Good day' });
        await window.waitFor(
          'message.changed',
          ({ message }) => message.chatId === chat.id && message.delivery?.state === 'delivered',
        );
      });
    },
  },
];
