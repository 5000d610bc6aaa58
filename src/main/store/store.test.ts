import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHAT_FILTERS, isListedBefore, isListed } from '#shared/domain/chat-list.ts';
import type { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { isCalling, needOf, unreadOf } from '#shared/domain/needs-person.ts';
import type { ReceivedMessage } from './messages/receive-message.ts';
import { endThreadAsked } from '../../../test/fixtures/end-thread.ts';
import type { Store } from './store.ts';
import type { Message } from '#shared/domain/message.ts';
import { received } from '../../../test/fixtures/received-message.ts';
import { isOnPostgres, type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { openTemporaryStore, type TemporaryStore } from '../../../test/fixtures/temporary-store.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { acting, changeOf, receivedOf, standing, textParts } from '../../../test/fixtures/acts.ts';

const [OLGA, BORIS] = ['olga', 'boris'] as const;

let store: Store;
let memory: MemoryStore;
beforeEach(async () => {
  memory = await openUsualStore();
  store = memory;
});

const receive = (more: Partial<ReceivedMessage> = {}) =>
  receivedOf(store.write('messages.receive', received(more), standing()));
const newChat = async (more: Partial<ReceivedMessage> = {}) => (await receive(more)).chatId;
const reply = (chatId: string, operatorId: string = OLGA, texts = ['Hi']) =>
  changeOf(store.write('replies.store', { chatId, operatorId, parts: textParts(texts) }, standing(2000)));
const messages = async (chatId: string) =>
  (await store.read('messages.list', { chatId, limit: 50 }, acting('olga'))).messages;

describe('a received message', () => {
  test('opens a chat with its customer, and the next one joins it', async () => {
    const chatId = await newChat();
    expect(await newChat({ texts: ['Again'], at: 1500 })).toBe(chatId);
    const chat = await store.read('readChat', { chatId });
    expect(chat).toMatchObject({
      state: 'waiting',
      unanswered: 2,
      waitingSince: 1000,
      lastActivityAt: 1500,
      customer: { name: 'Anna', externalId: '"anna"' },
    });
    expect(chat.lastMessage).toMatchObject({ text: 'Again', from: 'customer' });
    expect((await messages(chatId)).map(({ text }) => text)).toEqual(['Hello', 'Again']);
  });

  test('stays in the chat’s row as what the customer said last, whoever else writes, and is not there twice', async () => {
    const chatId = await newChat({ texts: ['In stock?', 'The blue one?'] });
    const chat = () => store.read('readChat', { chatId });
    expect((await chat()).lastFromCustomer).toBeUndefined();
    await reply(chatId);
    await reply(chatId);
    expect(await chat()).toMatchObject({
      lastMessage: { from: 'operator' },
      lastFromCustomer: { from: 'customer', type: 'text', text: 'The blue one?' },
    });
    await newChat({ texts: ['Thanks'], at: 9000 });
    expect(await chat()).toMatchObject({ lastMessage: { text: 'Thanks' } });
    expect((await chat()).lastFromCustomer).toBeUndefined();
  });

  test('announces the chat as a later query returns it', async () => {
    await newChat({ sender: { name: 'Anna', email: 'a@x.example' } });
    const receipt = await receive({ texts: ['One', 'Two'], at: 1500 });
    expect(receipt.added.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(receipt.chat).toEqual(await store.read('readChat', { chatId: receipt.chatId }));
  });

  test.each(CONTENT_TYPES.filter((type) => type !== 'text'))(
    '%s without a caption is announced as it is read later',
    async (type) => {
      const receipt = await receive({
        type,
        texts: [undefined],
        fields: type === 'location' ? { latitude: 1, longitude: 2 } : { file: 'https://x.example/a' },
      });
      expect(receipt.added).toStrictEqual(await messages(receipt.chatId));
    },
  );

  test('from the same id of another type belongs to the same customer, whose id then has that form', async () => {
    const chatId = await newChat({ externalId: '"1"' });
    expect(await newChat({ externalId: '1' })).toBe(chatId);
    expect(await newChat({ externalId: '"01"' })).not.toBe(chatId);
    expect((await store.read('readChat', { chatId })).customer.externalId).toBe('1');
  });

  test('updates changed data, keeps absent fields and those that an operator corrected', async () => {
    const chatId = await newChat({ sender: { name: 'Anna', phone: '1' } });
    await receive({ sender: { name: 'Anna B', email: 'a@x.example' } });
    const { customer } = await store.read('readChat', { chatId });
    expect(customer).toMatchObject({ name: 'Anna B', phone: '1', email: 'a@x.example' });
    await store.write('customers.update', { customerId: customer.id, name: 'Anna Berg', phone: '' }, OWNER);
    await receive({ sender: { name: 'Anna B' } });
    const corrected = (await store.read('readChat', { chatId })).customer;
    expect(corrected.name).toBe('Anna Berg');
    expect(corrected.phone).toBeUndefined();
  });

  test('keeps every character, NUL included, for which PostgreSQL has its picture', async () => {
    const text = 'a\u0000b\u202Ec😀';
    const kept = isOnPostgres() ? 'a\u2400b\u202Ec😀' : text;
    expect((await messages(await newChat({ texts: [text] })))[0]?.text).toBe(kept);
  });
});

describe('a chat', () => {
  test('that a colleague has is neither taken nor answered by accident, without partial changes', async () => {
    const chatId = await newChat();
    await reply(chatId);
    await expect(reply(chatId, BORIS)).rejects.toMatchObject({ code: 'chat_taken' });
    await expect(changeOf(store.write('chats.take', { chatId, over: false }, acting(BORIS, 1)))).rejects.toMatchObject({
      code: 'chat_taken',
      reason: phrase('errors:refusals.chat.taken.text', { name: 'Olga' }),
    });
    expect((await messages(chatId)).map(({ from }) => from)).toEqual(['customer', 'system', 'operator']);
  });

  test('is answered once, however often the same reply is requested', async () => {
    const chatId = await newChat();
    const again = { chatId, operatorId: 'olga', parts: textParts(['one', 'two']), clientId: 'the same reply' };
    const write = () => changeOf(store.write('replies.store', again, standing(2000)));
    const first = await write();
    await store.write('chats.close', { chatId }, acting('olga', 3000));
    const second = await store.write('replies.store', again, standing(2000));
    expect(second.chats).toMatchObject([{ changed: false, sending: [] }]);
    expect(second.answer.messages.map(({ id }) => id)).toEqual(
      first.added.filter(({ from }) => from === 'operator').map(({ id }) => id),
    );
  });

  test('that is closed is followed by a new one, and then cannot be reopened', async () => {
    const chatId = await newChat();
    await store.write('chats.close', { chatId }, acting('olga', 3000));
    expect((await changeOf(store.write('chats.reopen', { chatId }, acting('olga', 3500)))).chat).toMatchObject({
      state: 'waiting',
      waitingSince: 1000,
    });
    await store.write('chats.close', { chatId }, acting('olga', 4000));
    const next = await newChat({ at: 5000 });
    expect(next).not.toBe(chatId);
    await expect(changeOf(store.write('chats.reopen', { chatId }, acting('olga', 6000)))).rejects.toMatchObject({
      code: 'chat_superseded',
    });
    expect(
      (await store.read('customers.chats', { customerId: '1', limit: 10 }, OWNER)).chats.map(({ id }) => id),
    ).toEqual([next, chatId]);
  });

  test('can be started by an operator if the customer has none open, once per clientId, and the reply goes to that customer', async () => {
    const closedId = await newChat();
    const long = `${'It is'.padEnd(1000)}here`;
    const first = { customerId: '1', text: long, clientId: 'first-1' };
    const begin = (more: Partial<typeof first> = {}) =>
      changeOf(store.write('chats.begin', { ...first, ...more }, acting(OLGA, 5000)));
    await expect(begin()).rejects.toMatchObject({ code: 'chat_superseded' });
    await store.write('chats.close', { chatId: closedId }, acting(OLGA, 4000));
    const { chat, added, sending } = await begin();
    expect(chat).toMatchObject({ state: 'active', operatorId: OLGA, openedAt: 5000, lastMessage: { text: 'here' } });
    expect(chat.waitingSince).toBeUndefined();
    expect(added.map(({ event, text }) => event?.kind ?? text?.trim())).toEqual(['begun', 'It is', 'here']);
    const replied = await reply(chat.id);
    const recipients = [...sending, ...replied.sending].map(({ body }) => /"recipient":\{[^}]*\}/.exec(body)?.[0]);
    expect([recipients.length, new Set(recipients).size]).toEqual([3, 1]);
    expect(await begin()).toMatchObject({ chat: { id: chat.id }, changed: false, sending: [] });
    await expect(begin({ clientId: 'first-2' })).rejects.toMatchObject({ code: 'chat_superseded' });
    await expect(changeOf(store.write('chats.reopen', { chatId: closedId }, acting(OLGA, 6000)))).rejects.toMatchObject(
      {
        code: 'chat_superseded',
      },
    );
    await expect(begin({ customerId: '99', clientId: 'first-3' })).rejects.toMatchObject({ code: 'not_found' });
    await store.write('customers.block', { customerId: '1' }, acting(OLGA, 7000));
    await expect(begin({ clientId: 'first-4' })).rejects.toMatchObject({ code: 'customer_blocked' });
  });

  test('is read on into the customer’s earlier chats, page by page, and no one else’s', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 3; each += 1) {
      const chatId = await newChat({ at: 1000 + each });
      ids.push(chatId);
      await newChat({ externalId: '"other"', at: 1500 + each });
      if (each === 0) await reply(chatId);
      if (each < 2) await store.write('chats.close', { chatId }, acting(OLGA, 4000));
    }
    const [first = '', second = '', third = ''] = ids;
    const said: (readonly [chatId: string, id: string])[] = [];
    const heads = new Map<string, object>();
    let page;
    do {
      page = await store.read(
        'messages.list',
        { chatId: third, before: said[0]?.[1], history: true, limit: 2 },
        acting('olga'),
      );
      expect(page.messages.length).toBeLessThanOrEqual(2);
      said.unshift(...page.messages.map(({ chatId, id }) => [chatId, id] as const));
      for (const chat of page.chats ?? []) heads.set(chat.id, chat);
    } while (page.hasEarlier);
    expect([...new Set(said.map(([chatId]) => chatId))]).toEqual([first, second, third]);
    for (const chatId of ids)
      expect(said.filter(([of]) => of === chatId).map(([, id]) => id)).toEqual(
        (await messages(chatId)).map(({ id }) => id),
      );
    expect([heads.get(first), heads.get(second)]).toMatchObject([{ answeredBy: 'Olga' }, { openedAt: 1001 }]);
    expect(heads.get(second)).not.toHaveProperty('answeredBy');
    const inSecond = said.find(([chatId]) => chatId === second)?.[1];
    const around = await store.read(
      'messages.list',
      { chatId: second, around: inSecond, history: true, limit: 50 },
      acting('olga'),
    );
    expect([...new Set(around.messages.map(({ chatId }) => chatId)), around.hasLater]).toEqual([first, second, false]);
    const alone = await store.read('messages.list', { chatId: third, limit: 50 }, acting('olga'));
    expect(alone).toMatchObject({ messages: [{ chatId: third }], hasEarlier: false });
  });

  test('lists are paged: of the open ones those who wait longest first, then by latest activity; closed ones by activity alone', async () => {
    for (let each = 0; each < 9; each += 1) {
      const chatId = await newChat({ externalId: String(each), at: 1000 + each });
      if (each > 4)
        await store.write(
          'replies.store',
          { chatId, operatorId: OLGA, parts: textParts(['Hi']) },
          standing(2000 + each),
        );
      if (each > 6) await store.write('chats.close', { chatId }, acting(OLGA, 3000 + each));
    }
    type Paged = 'open' | 'waiting' | 'mine' | 'closed';
    const list = (filter: Paged, cursor?: string) =>
      store.read(
        'chats.list',
        {
          filter,
          limit: 2,
          ...(cursor !== undefined && { cursor }),
        },
        acting('olga'),
      );
    const order = async (filter: Paged) => {
      const seen: string[] = [];
      for (let page = await list(filter); ; page = await list(filter, page.nextCursor)) {
        seen.push(...page.chats.map(({ customer }) => customer.externalId));
        if (page.nextCursor === undefined) return seen.join('');
      }
    };
    expect(await order('open')).toBe('0123465');
    expect(await order('waiting')).toBe('01234');
    expect(await order('mine')).toBe('65');
    expect(await order('closed')).toBe('87');
  });

  test('is counted in its list', async () => {
    await newChat();
    await reply(await newChat({ externalId: '2' }));
    await store.write('chats.close', { chatId: await newChat({ externalId: '3' }) }, acting('olga', 9000));
    expect(await store.read('countChats', { operatorId: 'olga', since: 1000 })).toEqual({
      waiting: 1,
      mine: 1,
      bot: 0,
      open: 2,
      snoozed: 0,
      mentioned: 0,
      failed: 0,
      needsMe: { all: 1, waiting: 1, mine: 0, bot: 0, unseen: 1 },
      today: { opened: 3, closed: 1 },
    });
  });
});

test('lists, counts and rules agree on each chat’s list, order, need for an operator and unseen state', async () => {
  let number = 0;
  for (const state of ['waiting', 'bot', 'active', 'closed'])
    for (const operator of state === 'active' ? ['olga', 'boris'] : [null])
      for (const asked of [0, 1])
        for (const since of state === 'waiting' ? [number] : [number, null])
          for (const [at, seen] of [null, '{"boris":2}', '{"olga":1}', '{"olga":2,"boris":1}'].entries()) {
            number += 1;
            await memory.db
              .run`INSERT INTO customers (channel_id, external_id, first_seen_at) VALUES ('shop', ${String(number)}, 1)`;
            const failed = (number + at) % 2;
            const by = state !== 'closed' && number % 3 === 0 ? 'boris' : null;
            const until = by !== null && number % 2 === 0 ? 1000 - number : null;
            const unanswered = since === null ? 0 : 2;
            await memory.db.run`
              INSERT INTO chats (customer_id, channel_id, state, operator_id, asked, waiting_since, unanswered, seen, failed, opened_at, last_activity_at, snoozed_by, snoozed_until, pinned)
              VALUES (${number}, 'shop', ${state}, ${operator}, ${asked}, ${since}, ${unanswered}, ${seen}, ${failed}, 1, ${number % 7}, ${by}, ${until}, ${number % 5 === 0 ? 1 : 0})`;
          }
  const { chats } = await store.read('chats.list', { limit: 500 }, acting('olga'));
  expect(chats).toHaveLength(number);
  for (const operatorId of ['olga', 'boris']) {
    const needing = chats.filter((chat) => needOf(chat, operatorId) !== undefined);
    for (const filter of CHAT_FILTERS)
      for (const heldBy of [undefined, 'boris']) {
        const listed = await store.read(
          'chats.list',
          { filter, heldBy, channelId: 'shop', limit: 500 },
          acting(operatorId),
        );
        const expected = chats
          .filter((chat) => isListed(chat, filter, operatorId, { heldBy }))
          .toSorted((a, b) => (isListedBefore(a, b, filter) ? -1 : 1));
        const ids = (list: readonly Chat[]) => list.map(({ id }) => id);
        expect({ filter, heldBy, ids: ids(listed.chats) }).toEqual({ filter, heldBy, ids: ids(expected) });
      }
    const ofState = (state: string): number => needing.filter((chat) => chat.state === state).length;
    expect((await store.read('countChats', { operatorId, since: 0 })).needsMe).toEqual({
      ...{ all: needing.length, waiting: ofState('waiting'), mine: ofState('active'), bot: ofState('bot') },
      unseen: needing.filter((chat) => isCalling(chat, operatorId)).length,
    });
  }
});

describe('the seen state of a chat', () => {
  const [olga, boris] = [OLGA, BORIS];
  const look = (chatId: string, operatorId: string) => store.write('chats.markRead', { chatId }, acting(operatorId));
  const unread = async (chatId: string) => {
    const chat = await store.read('readChat', { chatId });
    return [unreadOf(chat, olga), unreadOf(chat, boris)];
  };

  test('is each operator’s own until someone replies', async () => {
    const chatId = await newChat();
    expect((await look(chatId, olga)).happened).toHaveLength(1);
    expect((await look(chatId, olga)).happened).toBeUndefined();
    expect(await unread(chatId)).toEqual([0, 1]);
    await receive({ texts: ['Anybody?', 'Hello?'] });
    expect(await unread(chatId)).toEqual([2, 3]);
    await reply(chatId);
    expect(await unread(chatId)).toEqual([0, 0]);
    await receive({ texts: ['Thank you'] });
    expect(await unread(chatId)).toEqual([1, 1]);
  });

  test('is reset for the new operator of an assigned chat, and for everyone if it goes back to Waiting', async () => {
    const chatId = await newChat();
    for (const id of [olga, boris]) await look(chatId, id);
    await store.write('chats.assign', { chatId, operatorId: 'boris', over: false, note: '' }, acting('olga', 2000));
    expect(await unread(chatId)).toEqual([0, 1]);
    await store.write('removeOperator', { operatorId: boris, at: 3000 });
    expect(await unread(chatId)).toEqual([1, 1]);
  });
});

describe('messages', () => {
  test('are paged backwards, oldest first within the page', async () => {
    const chatId = await newChat({ texts: ['1', '2', '3', '4', '5'] });
    const newest = await store.read('messages.list', { chatId, limit: 2 }, acting('olga'));
    expect(newest.messages.map(({ text }) => text)).toEqual(['4', '5']);
    expect(newest.hasEarlier).toBe(true);
    const before = await store.read(
      'messages.list',
      { chatId, limit: 3, before: newest.messages[0]?.id },
      acting('olga'),
    );
    expect(before.messages.map(({ text }) => text)).toEqual(['1', '2', '3']);
    expect(before.hasEarlier).toBe(false);
  });

  test('that are long make short pages, backwards, forwards and in a visitor’s window; none is left out', async () => {
    const [half, third, short, huge] = [500_000, 300_000, 10, 2_000_000];
    const sizes = [third, short, third, huge, third, half, third, short];
    const chatId = await newChat({ texts: sizes.map((size) => 'x'.repeat(size)) });
    const { customer } = await store.read('readChat', { chatId });
    const pagesOf = async (
      read: (
        edge?: string,
      ) => Promise<{ readonly found: readonly Message[]; readonly more: boolean; readonly at: 0 | -1 }>,
    ) => {
      const pages: number[][] = [];
      let edge: string | undefined;
      for (let isMore = true; isMore;) {
        const { found, more, at } = await read(edge);
        pages.push(found.map(({ text = '' }) => text.length));
        [isMore, edge] = [more, found.at(at)?.id];
      }
      return pages;
    };
    const backwards = await pagesOf(async (before) => {
      const page = await store.read('messages.list', { chatId, limit: 200, history: true, before }, acting('olga'));
      return { found: page.messages, more: page.hasEarlier, at: 0 };
    });
    expect(backwards).toEqual([[half, third, short], [third], [huge], [third, short, third]]);
    const first = (await store.read('messages.list', { chatId, limit: 3 }, acting('olga'))).messages[0];
    expect(first?.text?.length).toBe(half);
    const forwards = await pagesOf(async (after = String(Number(first?.id) - 5)) => {
      const page = await store.read('messages.list', { chatId, limit: 200, after }, acting('olga'));
      return { found: page.messages, more: page.hasLater ?? false, at: -1 };
    });
    expect(forwards).toEqual([[short, third], [huge], [third, half], [third, short]]);
    const around = await store.read(
      'messages.list',
      { chatId, limit: 200, around: String(Number(first?.id) - 2) },
      acting('olga'),
    );
    expect(around.messages.map(({ text = '' }) => text.length)).toEqual([huge, third, half]);
    expect(around).toMatchObject({ hasEarlier: true, hasLater: true });
    const visitor = await pagesOf(async (after = '0') => {
      const place = { customerId: customer.id, limit: 200, now: 0, after };
      const page = await store.read('listVisitorMessages', place);
      return { found: page.messages.map(({ message }) => message), more: page.more, at: -1 };
    });
    expect(visitor).toEqual([[third, short, third], [huge], [third, half], [third, short]]);
  });
});

const OWNER = acting(BORIS, 1);

/** What an operator's request changes besides the team and the settings, with the tag and the saved reply of the test. */
const CHANGES: readonly (readonly [name: string, () => Promise<unknown>])[] = [
  ['tags of a chat', () => store.write('chats.setTags', { chatId: '1', tags: ['New'] }, OWNER)],
  ['a tag’s name', () => store.write('tags.rename', { tagId: '1', name: 'Renamed' }, OWNER)],
  ['a tag into another', () => store.write('tags.merge', { tagId: '1', intoId: '2' }, OWNER)],
  ['a tag that goes', () => store.write('tags.remove', { tagId: '1' }, OWNER)],
  ['a new saved reply', () => store.write('savedReplies.create', { shortcut: 'new', text: 'New' }, OWNER)],
  ['a saved reply', () => store.write('savedReplies.update', { replyId: '1', text: 'Other' }, OWNER)],
  ['a saved reply that goes', () => store.write('savedReplies.remove', { replyId: '1' }, OWNER)],
  ['a customer’s card', () => store.write('customers.update', { customerId: '1', name: 'Other' }, OWNER)],
  ['a contact’s notes', () => store.write('contacts.update', { customerId: '1', notes: 'Other' }, OWNER)],
  [
    'an upload',
    () => store.write('addUpload', { uploadId: 'u', operatorId: BORIS, digest: 'd', fileName: 'f', at: 1 }),
  ],
  ['anything besides the database', () => store.write('confirmActor')],
];

describe('a store with its threads', () => {
  let temporary: TemporaryStore;
  beforeEach(async () => {
    temporary = await openTemporaryStore();
    ({ store } = temporary);
  });
  afterEach(() => temporary.remove());

  test('keeps changes of the same commit when one request is refused', async () => {
    const chatId = await newChat();
    const [refused, accepted] = await Promise.allSettled([reply('999'), reply(chatId)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
    expect(accepted.status).toBe('fulfilled');
    expect(await messages(chatId)).toHaveLength(3);
  });

  test.skipIf(isOnPostgres())('a database of a newer version is read, never written', async () => {
    const chatId = await newChat();
    await store.stop();
    const database = new DatabaseSync(temporary.file);
    database.exec('PRAGMA user_version = 999');
    database.close();
    store = await temporary.reopened();
    expect(store.readOnly).toBe(true);
    expect(await store.read('readChat', { chatId })).toMatchObject({ id: chatId });
    await expect(changeOf(store.write('chats.markRead', { chatId }, acting('olga')))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
  });

  describe.skipIf(isOnPostgres()).each([
    ['checkWritable', (): Promise<unknown> => store.write('checkWritable')],
    ['countOpenChats', (): Promise<unknown> => store.read('countOpenChats')],
  ] as const)('a store whose thread dies when it gets %s', (question, ask) => {
    test('rejects the request, reports the failure at once, and can still be stopped', async () => {
      const refused = vi.fn<() => void>();
      store.onRefused(refused);
      const gone = endThreadAsked(undefined, question);
      await expect(ask()).rejects.toMatchObject({ code: 'storage_unavailable' });
      await gone;
      expect(await store.died).toMatchObject({ message: 'The thread ended with code 1' });
      await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce());
      await expect(ask()).rejects.toMatchObject({ code: 'storage_unavailable' });
      store = await temporary.reopened();
      expect(await ask()).not.toBeInstanceOf(Error);
    });
  });

  test('a stopped store rejects instead of hanging, and ends, even while it is asked again and again', async () => {
    const asking = (async () => {
      for (;;) await store.write('checkWritable');
    })();
    await Promise.allSettled([asking, store.stop()]);
    await expect(asking).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.read('countOpenChats')).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  test.each([
    ['removed', 'not_signed_in'],
    ['demoted', 'forbidden'],
  ] as const)('the requests of an owner who is %s while they run change nothing any more', async (deed, code) => {
    await newChat();
    await newChat({ externalId: '"zoe"' });
    await store.write('chats.setTags', { chatId: '1', tags: ['Kept'] }, OWNER);
    await store.write('chats.setTags', { chatId: '2', tags: ['Other'] }, OWNER);
    await store.write('savedReplies.create', { shortcut: 'hi', text: 'Hello' }, OWNER);
    const everything = async (): Promise<unknown> => [
      await store.read('tags.list', {}, OWNER),
      await store.read('savedReplies.list', {}, OWNER),
      await store.read('contacts.get', { customerId: '1' }, OWNER),
      await store.read('findUpload', { uploadId: 'u', operatorId: BORIS }),
    ];
    const before = await everything();
    const decided = Promise.withResolvers<void>();
    const ends = CHANGES.map(([what, change]) =>
      store
        .actingFor(OWNER, () => decided.promise.then(change))
        .then(
          () => [what, 'was changed'],
          (error: ContractError) => [what, error.code],
        ),
    );
    if (deed === 'removed') await store.write('removeOperator', { operatorId: BORIS, at: 3000 });
    else
      await store.write('changeOperator', {
        operatorId: BORIS,
        change: { role: 'operator' },
        exceptDeviceId: undefined,
        at: 3000,
      });
    decided.resolve();
    expect(await Promise.all(ends)).toEqual(CHANGES.map(([what]) => [what, code]));
    expect(await everything()).toEqual(before);
  });

  test('a held store refuses messages and settings, and nothing else, until it is released', async () => {
    const chatId = await newChat();
    const onRefused = vi.fn<() => void>();
    store.onRefused(onRefused);
    const early = receive();
    const release = store.hold();
    const refusal = { code: 'storage_unavailable' };
    await expect(receive()).rejects.toMatchObject(refusal);
    await expect(reply(chatId)).rejects.toMatchObject(refusal);
    await expect(store.write('removeOperator', { operatorId: BORIS, at: 3000 })).rejects.toMatchObject(refusal);
    const { messageIds } = await early;
    await expect(store.write('chats.setTags', { chatId, tags: ['Lost'] }, OWNER)).rejects.toMatchObject(refusal);
    await expect(store.write('chats.markRead', { chatId }, acting(BORIS))).rejects.toMatchObject(refusal);
    await expect(store.actingFor(OWNER, () => store.write('confirmActor'))).resolves.toBe(true);
    await store.write('visitors.received', { customerId: '1', upTo: messageIds[0] ?? '', seen: true }, standing());
    expect(onRefused).not.toHaveBeenCalled();
    release();
    expect((await reply(chatId)).changed).toBe(true);
  });
});
