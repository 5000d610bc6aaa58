import type { ContractCase } from './context.ts';
import assert from 'node:assert/strict';
import { mapContactFields } from '#shared/domain/contact-fields.ts';
import { naming } from '../fixtures/stale-answers.ts';

const KEEP = { ...mapContactFields(() => 'into' as const), phone: 'other' } as const;

export const contactCases: readonly ContractCase[] = [
  {
    name: 'contacts.update keeps notes and tags beside what a customer gave; windows are told',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const { customer } = await write((await newChannel()).id, 'ann', 'Hello');
      const { id: customerId } = customer;
      await withWindow(async (window) => {
        await window.hello();
        const contact = await ok('contacts.update', {
          customerId,
          notes: 'Pays late',
          tags: [' vip ', 'VIP', 'guest'],
        });
        assert.deepEqual(
          [contact.notes, contact.tags, contact.customers.map((each) => each.customerId)],
          ['Pays late', ['guest', 'vip'], [customerId]],
        );
        await window.waitFor('answers.stale', naming('contacts.get'));
        assert.deepEqual(await ok('contacts.get', { customerId }), contact);
      });
      assert.equal((await refused('contacts.get', { customerId: '99999999' })).code, 'not_found');
      assert.equal(
        (await refused('contacts.update', { customerId, tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }))
          .code,
        'invalid_input',
      );
    },
  },
  {
    name: 'contacts.list has everybody once, page by page, sorted, searched, and narrowed to a tag and a channel',
    run: async ({ ok, refused, newChannel, write }) => {
      const [{ id: channelId }, app] = [await newChannel(), await newChannel()];
      const ann = await write(channelId, 'list-ann', 'Hello');
      const bob = await write(channelId, 'list-bob', 'Hello');
      const other = await write(app.id, 'list-ann', 'Hello from the app');
      for (const [chat, name] of [
        [ann, 'Ann List'],
        [bob, 'Bob List'],
        [other, 'Ann'],
      ] as const)
        await ok('customers.update', { customerId: chat.customer.id, name });
      await ok('contacts.merge', { customerId: ann.customer.id, otherId: other.customer.id, keep: KEEP });
      await ok('contacts.update', { customerId: other.customer.id, tags: ['Listed'] });
      const listed = async (more: object) =>
        (await ok('contacts.list', { sort: 'activity', channelId, ...more })).contacts.map(({ chat, tags }) => [
          chat.id,
          ...tags,
        ]);
      assert.deepEqual(await listed({}), [[other.id, 'Listed'], [bob.id]]);
      assert.deepEqual(await listed({ tag: ' listed ' }), [[other.id, 'Listed']]);
      assert.deepEqual(await listed({ query: 'bob' }), [[bob.id]]);
      const first = await ok('contacts.list', { sort: 'name', channelId, limit: 1 });
      assert.deepEqual(
        first.contacts.map(({ chat }) => chat.customer.name),
        ['Ann List'],
      );
      assert.deepEqual(await listed({ sort: 'name', limit: 1, cursor: first.nextCursor }), [[bob.id]]);
      assert.equal((await refused('contacts.list', { sort: 'name', cursor: 'foreign' })).code, 'invalid_input');
    },
  },
  {
    name: 'contacts.find offers others, contacts.merge makes them one, contacts.separate takes it back',
    run: async ({ ok, newChannel, write, withWindow }) => {
      const [shop, app] = [
        await write((await newChannel()).id, 'find-ann', 'Hello'),
        await write((await newChannel()).id, 'find-ann', 'Hello from the app'),
      ];
      const [customerId, otherId] = [shop.customer.id, app.customer.id];
      await ok('customers.update', { customerId: otherId, name: 'Ann of the app', phone: '42' });
      assert.deepEqual(
        (await ok('contacts.find', { customerId, query: 'FIND-ann app' })).contacts.map(({ id }) => id),
        [otherId],
      );
      await withWindow(async (window) => {
        await window.hello();
        const { contact, mergedId } = await ok('contacts.merge', { customerId, otherId, keep: KEEP });
        assert.deepEqual(
          [contact.id, contact.phone, contact.customers.length, mergedId],
          [customerId, '42', 2, otherId],
        );
        await window.waitFor(
          'customer.changed',
          ({ customer }) => customer.id === otherId && customer.contactId === customerId,
        );
      });
      assert.deepEqual(
        (await ok('customers.chats', { customerId: otherId })).chats.map(({ id }) => id),
        [app.id, shop.id],
      );
      const back = await ok('contacts.separate', { customerId: otherId });
      assert.deepEqual(
        [back.customers.length, back.phone, (await ok('chats.get', { chatId: app.id })).customer.name],
        [1, undefined, 'Ann of the app'],
      );
    },
  },
  {
    name: 'customers.block closes the chat and counts what comes, customers.unblock hears it again',
    run: async ({ ok, refused, newChannel, write, withWindow }) => {
      const { id: channelId } = await newChannel();
      const chat = await write(channelId, 'ann', 'Hello');
      const { id: customerId } = chat.customer;
      const { customer, closedChatIds } = await ok('customers.block', { customerId });
      assert.deepEqual([customer.blocked, closedChatIds], [true, [chat.id]]);
      const { message: address } = await ok('channels.addresses', { channelId });
      await withWindow(async (window) => {
        await window.hello();
        const answer = await fetch(address, {
          method: 'POST',
          body: '{"sender":{"id":"ann"},"message":{"type":"text","text":"Unheard"}}',
        });
        assert.deepEqual([answer.status, await answer.json()], [200, { result: 'ok' }]);
        await window.waitFor('answers.stale', naming('customers.blocked'));
      });
      const { blocked } = await ok('customers.blocked', { limit: 1 });
      assert.deepEqual([blocked[0]?.customer.id, blocked[0]?.blocked.count], [customerId, 1]);
      assert.equal((await refused('chats.reopen', { chatId: chat.id })).code, 'customer_blocked');
      assert.equal((await ok('customers.unblock', { customerId })).blocked, undefined);
      assert.equal((await ok('chats.reopen', { chatId: chat.id })).state, 'waiting');
    },
  },
  {
    name: 'contacts.previewImport says what contacts.import then does: it completes who is known by email, and expects the others',
    run: async ({ ok, refused, newChannel, write }) => {
      const { customer } = await write((await newChannel()).id, 'imported', 'Hello');
      const { id: customerId } = customer;
      await ok('customers.update', { customerId, email: 'imported@x.example', phone: '' });
      const rows = [
        { email: 'IMPORTED@x.example', phone: '+49 30 555', tags: ['From a file'] },
        { email: 'never-wrote@x.example', tags: [] },
      ];
      const counts = { completed: 1, unchanged: 0, expected: 1 };
      assert.deepEqual(await ok('contacts.previewImport', { rows }), counts);
      assert.deepEqual(await ok('contacts.import', { rows }), counts);
      const { email, phone, tags } = await ok('contacts.get', { customerId });
      assert.deepEqual([email, phone, tags], ['imported@x.example', '+49 30 555', ['From a file']]);
      assert.deepEqual(await ok('contacts.import', { rows }), { completed: 0, unchanged: 2, expected: 0 });
      assert.deepEqual(await ok('contacts.expected', {}), { people: 1 });
      await ok('contacts.removeExpected', {});
      assert.deepEqual(await ok('contacts.expected', {}), { people: 0 });
      const most = Array.from({ length: 501 }, () => ({ email: 'a@x.example', tags: [] }));
      assert.equal((await refused('contacts.import', { rows: most })).code, 'invalid_input');
    },
  },
];
