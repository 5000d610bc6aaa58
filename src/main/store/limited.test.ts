import { beforeEach, expect, test } from 'vitest';
import { acting, changeOf } from '../../../test/fixtures/acts.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { ASKING } from '../../../test/fixtures/query-inputs.ts';
import { receiveNew } from '../../../test/fixtures/received-message.ts';
import type { Connection } from './connection.ts';
import { queries } from './queries.ts';

const LIMIT = { limit: 50 } as const;

let store: MemoryStore;
/** as somebody sees it who works on the shop's channel only */
let shown: Connection;
let [shopChat, mailChat] = ['', ''];
let [shopCustomer, mailCustomer] = ['', ''];

beforeEach(async () => {
  store = await openUsualStore();
  shown = store.db.limitedTo(['shop']);
  mailChat = await receiveNew(store, { channelId: 'mail', externalId: '"m"', sender: { name: 'Anna' }, at: 1000 });
  shopChat = await receiveNew(store, { channelId: 'shop', externalId: '"s"', sender: { name: 'Ben' }, at: 2000 });
  const customerOf = async (chatId: string) => (await store.read('readChat', { chatId })).customer.id;
  [shopCustomer, mailCustomer] = [await customerOf(shopChat), await customerOf(mailChat)];
});

const tag = (chatId: string) => store.write('chats.setTags', { chatId, tags: ['late'] }, acting('olga', 3000));
const idsOf = (chats: readonly { readonly id: string }[]) => chats.map(({ id }) => id);

test('a card that a customer shares with one of another channel is shown, and not that one’s chats', async () => {
  const keep = { name: 'into', phone: 'into', email: 'into' } as const;
  const merge = { customerId: mailCustomer, otherId: shopCustomer, keep };
  await store.write('contacts.merge', merge, acting('olga', 3000));
  const ofShop = { customerId: shopCustomer };
  expect(await queries['contacts.get'](shown, ofShop, ASKING)).toMatchObject({ id: mailCustomer, name: 'Anna' });
  expect(idsOf((await queries['customers.chats'](shown, { ...ofShop, ...LIMIT }, ASKING)).chats)).toEqual([shopChat]);
  for (const sort of ['name', 'activity'] as const) {
    const { contacts } = await queries['contacts.list'](shown, { sort, ...LIMIT }, ASKING);
    expect(contacts.map(({ chat }) => [chat.id, chat.customer.name])).toEqual([[shopChat, 'Anna']]);
  }
  const past = { chatId: shopChat, history: true, ...LIMIT };
  const { messages } = await queries['messages.list'](shown, past, ASKING);
  expect(new Set(messages.map(({ chatId }) => chatId))).toEqual(new Set([shopChat]));
});

test('a tag counts the chats of their channels', async () => {
  for (const chatId of [shopChat, mailChat]) await tag(chatId);
  expect((await queries['tags.list'](shown, {}, ASKING)).tags).toMatchObject([{ name: 'late', chats: 1 }]);
  expect((await queries['tags.list'](store.db, {}, ASKING)).tags).toMatchObject([{ name: 'late', chats: 2 }]);
});

test('who works on no channel sees nothing', async () => {
  const { chats } = await queries['chats.list'](store.db.limitedTo([]), LIMIT, ASKING);
  expect(chats).toEqual([]);
});

test('an operator who is limited loses their chats on other channels, and gets none', async () => {
  for (const chatId of [shopChat, mailChat])
    await changeOf(
      store.write('chats.assign', { chatId, operatorId: 'ivan', note: '', over: false }, acting('olga', 3000)),
    );
  const limit = { operatorId: 'ivan', change: { role: 'operator' as const, channels: ['shop'] }, at: 4000 };
  expect(await store.write('changeOperator', limit)).toMatchObject([
    {
      chat: { id: mailChat, state: 'waiting' },
      added: [{ event: { kind: 'operator_removed', removedName: 'Ivan', ofChannel: true } }],
    },
  ]);
  const again = { chatId: mailChat, operatorId: 'ivan', note: '', over: false };
  await expect(store.write('chats.assign', again, acting('olga', 5000))).rejects.toMatchObject({
    code: 'not_found',
    reason: { code: 'errors:refusals.operator.otherChannels' },
  });
});
