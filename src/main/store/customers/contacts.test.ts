import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MergeChoices } from '#shared/contract/contacts.ts';
import { CONTACT_FIELDS, mapContactFields, SENDER_FIELDS } from '#shared/domain/contact-fields.ts';
import type { EngineEvent } from '#shared/contract/events.ts';
import type { Customer } from '#shared/domain/entities.ts';
import type { SenderFields } from '#shared/protocol/chat-channel.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { received, receiveNew } from '../../../../test/fixtures/received-message.ts';
import { acting, changeOf, standing } from '../../../../test/fixtures/acts.ts';

const KEEP_INTO: MergeChoices = mapContactFields(() => 'into');

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

interface Written {
  readonly chatId: string;
  readonly customerId: string;
}

async function write(channelId: string, name: string, sender: SenderFields = { name }, at = 1000): Promise<Written> {
  const chatId = await receiveNew(store, { channelId, externalId: JSON.stringify(name), sender, at });
  return { chatId, customerId: (await store.read('readChat', { chatId })).customer.id };
}

const BY = acting('olga', 1);
const customersIn = (happened: readonly EngineEvent[] = []): readonly Customer[] =>
  happened.flatMap((event) => (event.name === 'customer.changed' ? event.data.customer : []));

const contactOf = (customerId: string) => store.read('contacts.get', { customerId }, BY);
const merge = (customerId: string, otherId: string, keep: MergeChoices = KEEP_INTO) =>
  store.write('contacts.merge', { customerId, otherId, keep }, { ...BY, at: 2000 }).then(({ answer, happened }) => ({
    ...answer,
    customers: customersIn(happened),
  }));
const separate = (customerId: string) => store.write('contacts.separate', { customerId }, BY);
const block = (customerId: string) =>
  store.write('customers.block', { customerId }, { ...BY, at: 3000 }).then(({ chats: closed = [], happened }) => ({
    closed,
    customers: customersIn(happened),
  }));

/** What a bot that has the chat, on the channel `app`, learnt of its customer. */
async function fillByBot(chatId: string, info: { readonly name?: string; readonly phone?: string }) {
  await store.write('changeBot', { botId: 'faq', change: { channelIds: ['app'] }, at: 2000 });
  await store.write('chats.returnToBot', { chatId }, acting('olga', 2500, { staffedChannels: ['app'] }));
  const bot = { id: 'faq', name: 'FAQ', enabled: true };
  const event = { bot, id: undefined, chatId, customerId: undefined, body: '{}', digest: undefined };
  return await store.write('bots.act', { ...event, action: { event: 'CLIENT_INFO', info } }, standing(2600));
}

test('everything that a developer sends about a customer is stored', async () => {
  const sender = Object.fromEntries(SENDER_FIELDS.map((field) => [field, `https://shop.example/${field}`]));
  const { chatId } = await write('shop', 'anna', sender);
  expect((await store.read('readChat', { chatId })).customer).toMatchObject(sender);
});

test.each(CONTACT_FIELDS)('%s is set, changed, found, shared by merged customers, and exported', async (field) => {
  const { customerId } = await write('shop', 'anna', { [field]: 'Given' });
  expect((await contactOf(customerId))[field]).toBe('Given');
  await store.write('customers.update', { customerId, [field]: 'Corrected' }, BY);
  const { customers } = await store.read('search.customers', { text: 'correc', limit: 2 }, BY);
  expect(customers.map((hit) => hit[field])).toEqual([[{ text: 'Corrected', isFound: true }]]);
  const app = await write('app', 'boris', {});
  expect(await store.read('contacts.find', { customerId: app.customerId, query: 'corrected' }, BY)).toMatchObject({
    contacts: [{ id: customerId }],
  });
  await merge(
    app.customerId,
    customerId,
    mapContactFields(() => 'other'),
  );
  const person = await store.read('getPerson', { customerId: app.customerId });
  expect(person.customers.map((customer) => customer[field])).toEqual(['Corrected', 'Corrected']);
});

describe('merged customers', () => {
  test('share one card and one list of chats, and each chat keeps its own customer and channel', async () => {
    const shop = await write('shop', 'anna', { name: 'Anna', phone: '1' });
    const app = await write('app', '7', { name: 'A. Petrova', email: 'anna@example.com' });
    const { contact, customers, mergedId } = await merge(shop.customerId, app.customerId, {
      ...mapContactFields(() => 'other'),
      phone: 'into',
    });
    expect([contact.name, contact.phone, contact.email, mergedId]).toEqual([
      'A. Petrova',
      '1',
      'anna@example.com',
      app.customerId,
    ]);
    expect(contact.customers.map(({ channelId, merged }) => [channelId, merged?.by])).toEqual([
      ['shop', undefined],
      ['app', 'Olga'],
    ]);
    expect(customers.map(({ id, name, contactId }) => [id, name, contactId])).toEqual([
      [shop.customerId, 'A. Petrova', undefined],
      [app.customerId, 'A. Petrova', shop.customerId],
    ]);
    for (const { customerId } of [shop, app]) {
      expect((await contactOf(customerId)).id).toBe(shop.customerId);
      expect(
        (await store.read('customers.chats', { customerId, limit: 50 }, BY)).chats.map(({ id, channelId }) => [
          id,
          channelId,
        ]),
      ).toEqual([
        [app.chatId, 'app'],
        [shop.chatId, 'shop'],
      ]);
    }
    expect(await store.read('recipientOf', { chatId: app.chatId })).toMatchObject({
      channelId: 'app',
      externalId: '"7"',
    });
  });

  test('are named in every message, and later input from operators or systems goes to the right card', async () => {
    const shop = await write('shop', 'anna', { name: 'Anna' });
    const app = await write('app', 'anna', { name: 'Ann' });
    await merge(shop.customerId, app.customerId);
    expect((await store.write('customers.update', { customerId: app.customerId, phone: '42' }, BY)).answer.phone).toBe(
      '42',
    );
    await write('app', 'anna', { name: 'Anne' });
    const chat = await store.read('readChat', { chatId: app.chatId });
    expect([chat.customer.name, chat.customer.phone, chat.customer.contactId]).toEqual(['Anna', '42', shop.customerId]);
    expect((await contactOf(app.customerId)).customers.map(({ name, phone }) => [name, phone])).toEqual([
      ['Anna', '42'],
      ['Anne', undefined],
    ]);
  });

  test('cannot be merged again, nor with an unknown customer', async () => {
    const [shop, app] = [await write('shop', 'anna'), await write('app', 'anna')];
    await merge(shop.customerId, app.customerId);
    await expect(merge(app.customerId, shop.customerId)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(merge(shop.customerId, '99999')).rejects.toMatchObject({ code: 'not_found' });
    await expect(separate(shop.customerId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('have joined notes and combined tags; later changes of the card stay with it', async () => {
    const [shop, app] = [await write('shop', 'anna'), await write('app', 'anna')];
    await store.write('contacts.update', { customerId: shop.customerId, notes: 'Pays late', tags: ['vip'] }, BY);
    await store.write(
      'contacts.update',
      {
        customerId: app.customerId,
        notes: 'Likes lamps',
        tags: ['lamps', 'VIP'],
      },
      BY,
    );
    const { contact } = await merge(shop.customerId, app.customerId);
    expect([contact.notes, contact.tags]).toEqual(['Pays late\n\nLikes lamps', ['lamps', 'vip']]);
    await store.write('contacts.update', { customerId: app.customerId, notes: 'Changed' }, BY);
    await separate(app.customerId);
    expect([(await contactOf(shop.customerId)).notes, (await contactOf(app.customerId)).notes]).toEqual([
      'Changed',
      'Likes lamps',
    ]);
    expect([(await contactOf(shop.customerId)).tags, (await contactOf(app.customerId)).tags]).toEqual([
      ['vip'],
      ['lamps', 'vip'],
    ]);
  });

  test('get bot data on their shared card, except in fields that an operator chose in the merge', async () => {
    const [shop, app] = [await write('shop', 'anna', {}), await write('app', 'anna', { name: 'Anna' })];
    await merge(shop.customerId, app.customerId, { ...KEEP_INTO, name: 'other' });
    expect(await fillByBot(app.chatId, { name: 'A Bot', phone: '+48 1' })).toMatchObject({
      answer: { outcome: 'accepted' },
      chats: [{ customer: { id: app.customerId, name: 'Anna', phone: '+48 1' } }],
    });
    expect((await contactOf(shop.customerId)).customers.map(({ name, phone }) => [name, phone])).toEqual([
      ['Anna', '+48 1'],
      ['Anna', undefined],
    ]);
  });

  test('can be merged again after the card that they shared was erased', async () => {
    const [anna, ben, carl] = [await write('shop', 'Anna'), await write('app', 'Ben'), await write('mail', 'Carl')];
    await merge(anna.customerId, ben.customerId);
    await merge(carl.customerId, anna.customerId);
    await store.write('chats.close', { chatId: carl.chatId }, BY);
    await store.write('eraseCustomers', { customerIds: [carl.customerId] });
    await merge(anna.customerId, ben.customerId);
    expect((await store.read('readChat', { chatId: ben.chatId })).customer.contactId).toBe(anna.customerId);
  });

  test('are restored when all merges are undone, in any order', async () => {
    const keep = fc.record(mapContactFields(() => fc.constantFrom('into', 'other')));
    const steps = fc.array(fc.tuple(fc.nat(4), fc.nat(4), keep), { minLength: 1, maxLength: 8 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(20), { maxLength: 8 }), async (wanted, order) => {
        run += 1;
        const written: Written[] = [];
        for (let at = 0; at < 5; at += 1) {
          const customer = await write(at % 2 === 0 ? 'shop' : 'app', `anna-${run}-${at}`, {
            name: `Name ${at % 3}`,
            ...(at % 2 === 0 && { phone: `+${at}` }),
          });
          await store.write(
            'contacts.update',
            {
              customerId: customer.customerId,
              notes: at === 3 ? '' : `Note ${at}`,
              tags: [`tag ${at % 2}`],
            },
            BY,
          );
          written.push(customer);
        }
        const all = () => Promise.all(written.map(({ customerId }) => contactOf(customerId)));
        const before = await all();
        const merged: string[] = [];
        for (const [one, other, chosen] of wanted) {
          await merge(written[one]?.customerId ?? '', written[other]?.customerId ?? '', chosen as MergeChoices).then(
            ({ mergedId }) => merged.push(mergedId),
            () => undefined,
          );
        }
        for (const at of [...order, ...merged.keys()]) {
          const [id] = merged.splice(at % Math.max(1, merged.length), 1);
          if (id !== undefined) await separate(id);
        }
        expect(await all()).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a blocked customer', () => {
  test('loses the open chat; their messages are only counted until they are unblocked', async () => {
    const { chatId, customerId } = await write('shop', 'anna');
    const { customers, closed } = await block(customerId);
    expect([
      customers[0]?.blocked,
      closed.map(({ chat, added }) => [chat.id, chat.state, added[0]?.event?.kind]),
    ]).toEqual([true, [[chatId, 'closed', 'customer_blocked']]]);
    await store.write('changeBot', { botId: 'faq', change: { channelIds: ['shop'] }, at: 3500 });
    const say = async (at: number) => {
      const message = received({ sender: { name: 'Somebody else' }, texts: ['Bad words'], at });
      return (await store.write('messages.receive', message, standing())).answer;
    };
    expect([await say(4000), await say(5000)]).toEqual([{ outcome: 'blocked' }, { outcome: 'blocked' }]);
    const { blocked } = await store.read('customers.blocked', { limit: 50 }, BY);
    expect(blocked).toMatchObject([
      {
        customer: { id: customerId, name: 'anna', blocked: true },
        blocked: { at: 3000, by: 'Olga', count: 2, lastAt: 5000 },
      },
    ]);
    expect(
      (await store.read('messages.list', { chatId, limit: 50 }, acting('olga'))).messages.map(({ text }) => text),
    ).not.toContain('Bad words');
    expect(await store.read('listSendingEvents')).toEqual([]);
    await expect(changeOf(store.write('chats.reopen', { chatId }, acting('olga', 6000)))).rejects.toMatchObject({
      code: 'customer_blocked',
    });
    expect(
      customersIn((await store.write('customers.unblock', { customerId }, BY)).happened).map(
        ({ blocked: still }) => still,
      ),
    ).toEqual([undefined]);
    expect((await changeOf(store.write('chats.reopen', { chatId }, acting('olga', 7000)))).chat.state).toBe('waiting');
    expect(await say(8000)).toMatchObject({ outcome: 'stored', chatId });
    expect((await store.read('customers.blocked', { limit: 50 }, BY)).blocked).toEqual([]);
  });

  test('is blocked together with merged customers; the list is paged', async () => {
    const [shop, app, other] = [await write('shop', 'anna'), await write('app', 'anna'), await write('shop', 'tom')];
    await merge(shop.customerId, app.customerId);
    expect((await block(app.customerId)).customers.map(({ id }) => id)).toEqual([shop.customerId, app.customerId]);
    await block(other.customerId);
    const first = await store.read('customers.blocked', { limit: 2 }, BY);
    const second = await store.read('customers.blocked', { limit: 2, cursor: first.nextCursor }, BY);
    expect([...first.blocked, ...second.blocked].map(({ customer }) => customer.id)).toEqual([
      other.customerId,
      app.customerId,
      shop.customerId,
    ]);
    expect(second.nextCursor).toBeUndefined();
  });
});

describe('contacts are found', () => {
  test('by every word of name, phone, email or id, ignoring accents and case; without words by what they have in common', async () => {
    const anna = await write('shop', 'anna', { name: 'Anna Petrová', email: 'anna@example.com' });
    const zoe = await write('app', 'zoé-7', { name: 'Zoé', email: 'ANNA@example.com' });
    await write('app', 'tom', { name: 'Tom' });
    const find = async (customerId: string, query: string) =>
      (await store.read('contacts.find', { customerId, query }, BY)).contacts.map(({ name }) => name);
    expect(await find(zoe.customerId, 'petrova AN')).toEqual(['Anna Petrová']);
    expect(await find(anna.customerId, 'ZOE-7')).toEqual(['Zoé']);
    expect(await find(anna.customerId, '')).toEqual(['Zoé']);
    expect(await find(anna.customerId, 'anna@')).toEqual(['Zoé']);
    await merge(anna.customerId, zoe.customerId);
    expect(await find(anna.customerId, '')).toEqual([]);
  });
});

describe('the list of contacts', () => {
  type Asked = { readonly tag?: string; readonly channelId?: string; readonly query?: string };
  /** Names, or ids if there is none, in pages of two. */
  async function listed(sort: 'activity' | 'name', asked: Asked = {}): Promise<readonly string[]> {
    const names: string[] = [];
    for (let cursor: string | undefined, isEnd = false; !isEnd; isEnd = cursor === undefined) {
      const page = await store.read('contacts.list', { sort, ...asked, limit: 2, cursor }, BY);
      names.push(...page.contacts.map(({ chat: { customer } }) => customer.name ?? customer.externalId));
      cursor = page.nextCursor;
    }
    return names;
  }
  const tagged = (customerId: string, ...tags: string[]) => store.write('contacts.update', { customerId, tags }, BY);

  test('sorts names naturally, whatever their accents and capitals', async () => {
    const names = ['Zoé', 'Ärzte', 'adam', 'Émile', 'Ёлкин', 'Жанна', 'Борис', 'Elsa', 'Øystein'];
    for (const [at, name] of names.entries()) await write('shop', name, { name }, at);
    const inOrder = ['adam', 'Ärzte', 'Elsa', 'Émile', 'Zoé', 'Øystein', 'Борис', 'Ёлкин', 'Жанна'];
    expect(await listed('name')).toEqual(inOrder);
  });

  test('has each contact once, by latest activity or by name, with unnamed ones last', async () => {
    for (const [at, name] of ['carl', 'Bea', 'anna'].entries()) await write('shop', name, { name }, at);
    await write('shop', 'nameless', {}, 10);
    await write('shop', 'Bea', { name: 'Bea' }, 20);
    expect(await listed('activity')).toEqual(['Bea', '"nameless"', 'anna', 'carl']);
    expect(await listed('name')).toEqual(['anna', 'Bea', 'carl', '"nameless"']);
  });

  test('sorts by the names as anyone has changed them', async () => {
    const anna = await write('shop', 'anna', { name: 'Anna' });
    const boris = await write('app', 'boris', { name: 'Boris' });
    await write('shop', 'carl', {});
    expect(await listed('name')).toEqual(['Anna', 'Boris', '"carl"']);
    await store.write('customers.update', { customerId: anna.customerId, name: 'Zoe' }, BY);
    expect(await listed('name')).toEqual(['Boris', 'Zoe', '"carl"']);
    await write('shop', 'carl', { name: 'Ärger' });
    expect(await listed('name')).toEqual(['Ärger', 'Boris', 'Zoe']);
    await merge(anna.customerId, boris.customerId, { ...KEEP_INTO, name: 'other' });
    expect(await listed('name')).toEqual(['Ärger', 'Boris']);
    await separate(boris.customerId);
    expect(await listed('name')).toEqual(['Ärger', 'Boris', 'Zoe']);
    await store.write('customers.update', { customerId: boris.customerId, name: '' }, BY);
    expect(await listed('name')).toEqual(['Ärger', 'Zoe', '"boris"']);
    await fillByBot(boris.chatId, { name: 'Mia' });
    expect(await listed('name')).toEqual(['Ärger', 'Mia', 'Zoe']);
  });

  test('goes on among those without a name', async () => {
    await write('shop', 'anna', { name: 'Anna' });
    for (const name of ['b', 'c', 'd', 'e']) await write('shop', name, {});
    expect(await listed('name')).toEqual(['Anna', '"b"', '"c"', '"d"', '"e"']);
  });

  test('has merged customers once, with the latest of all their chats, open or closed', async () => {
    const shop = await write('shop', 'anna', { name: 'Anna' }, 1);
    const app = await write('app', '7', { name: 'A. Petrova' }, 2);
    const carl = await write('shop', 'carl', { name: 'Carl' }, 3);
    await store.write('chats.close', { chatId: carl.chatId }, acting('olga', 4));
    await merge(shop.customerId, app.customerId);
    for (const sort of ['activity', 'name'] as const) {
      const { contacts } = await store.read('contacts.list', { sort, limit: 50 }, BY);
      expect(new Map(contacts.map(({ chat }) => [chat.customer.name, chat.id]))).toEqual(
        new Map([
          ['Carl', carl.chatId],
          ['Anna', app.chatId],
        ]),
      );
      expect(contacts).toHaveLength(2);
    }
  });

  test('is filtered by a tag of the contact, a channel that any of them used, and a search', async () => {
    const shop = await write('shop', 'anna', { name: 'Anna', phone: '+44 20 7946' }, 1);
    const app = await write('app', '7', { name: 'Anna of the app' }, 2);
    await write('shop', 'carl', { name: 'Carl' }, 3);
    const dora = await write('app', 'dora', { name: 'Dora' }, 4);
    await merge(shop.customerId, app.customerId);
    await tagged(app.customerId, 'VIP');
    await tagged(dora.customerId, 'late', 'vip');
    for (const sort of ['activity', 'name'] as const) {
      expect((await listed(sort, { tag: 'Vip' })).toSorted()).toEqual(['Anna', 'Dora']);
      expect(await listed(sort, { tag: 'vip', channelId: 'shop' })).toEqual(['Anna']);
      expect(await listed(sort, { tag: 'unknown' })).toEqual([]);
      expect((await listed(sort, { channelId: 'shop' })).toSorted()).toEqual(['Anna', 'Carl']);
      expect((await listed(sort, { channelId: 'app' })).toSorted()).toEqual(['Anna', 'Dora']);
      expect(await listed(sort, { query: '207946' })).toEqual(['Anna']);
      expect(await listed(sort, { query: 'car' })).toEqual(['Carl']);
      expect(await listed(sort, { query: 'car', channelId: 'app' })).toEqual([]);
      expect((await listed(sort, { query: '  ' })).length).toBe(3);
    }
  });
});
