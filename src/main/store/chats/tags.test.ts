import { beforeEach, describe, expect, test } from 'vitest';
import { received, receiveNew } from '../../../../test/fixtures/received-message.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { acting, receivedOf, standing } from '../../../../test/fixtures/acts.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const newChat = (name: string): Promise<string> =>
  receiveNew(store, { externalId: JSON.stringify(name), sender: { name } });

const BY = acting('olga', 1);
const setTags = (chatId: string, ...tags: string[]) => store.write('chats.setTags', { chatId, tags }, BY);
const tagsOf = async (chatId: string) => (await store.read('readChat', { chatId })).tags;
const tags = async () => (await store.read('tags.list', {}, BY)).tags;
const listed = async () => (await tags()).map(({ name, chats, contacts }) => [name, chats, contacts]);
const idOf = async (name: string) => (await tags()).find((tag) => tag.name === name)?.id ?? '';

describe('tags of chats', () => {
  test('keep their order and first spelling, without duplicates, and change nothing else of the chat', async () => {
    const [one, other] = [await newChat('anna'), await newChat('tom')];
    const before = await store.read('readChat', { chatId: one });
    const chat = { ...before, tags: ['Refund', 'vip guest'] };
    expect(await setTags(one, 'Refund', ' vip  guest ', 'REFUND')).toEqual({
      answer: chat,
      happened: [{ name: 'chat.changed', data: { chat } }],
      touched: ['tags'],
    });
    expect((await setTags(other, 'refund')).answer.tags).toEqual(['Refund']);
    expect(await setTags(other, 'REFUND')).toEqual({ answer: expect.objectContaining({ tags: ['Refund'] }) });
    expect(await listed()).toEqual([
      ['Refund', 2, 0],
      ['vip guest', 1, 0],
    ]);
    expect((await setTags(one)).answer).toEqual(before);
    expect(await listed()).toEqual([['Refund', 1, 0]]);
  });

  test('come with the customer’s next message', async () => {
    const chatId = await newChat('anna');
    await setTags(chatId, 'vip');
    const again = store.write('messages.receive', received({ texts: ['Again'], at: 2000 }), standing());
    expect((await receivedOf(again)).chat.tags).toEqual(['vip']);
  });

  test('filter every list to the chats that have all of them, page by page', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) ids.push(await newChat(name));
    const [one = '', two = '', three = ''] = ids;
    await setTags(one, 'a', 'b');
    await setTags(two, 'a');
    await setTags(three, 'a', 'b');
    const list = async (filter: 'waiting' | 'open' | undefined, ...names: string[]) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.read('chats.list', { filter, tags: names, limit: 1, cursor }, acting('olga'));
        found.push(...page.chats.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return found.sort();
    };
    expect(await list('waiting', 'A')).toEqual([one, two, three]);
    expect(await list('open', 'a', 'b')).toEqual([one, three]);
    expect(await list(undefined, 'b')).toEqual([one, three]);
    expect(await list('open', 'a', 'nowhere')).toEqual([]);
    expect(await list('open')).toEqual(ids);
  });
});

describe('a tag everywhere', () => {
  test('is renamed in place, but not to another tag’s name', async () => {
    const chatId = await newChat('anna');
    await setTags(chatId, 'first', 'refnd', 'last');
    const { customer } = await store.read('readChat', { chatId });
    await store.write('contacts.update', { customerId: customer.id, tags: ['refnd'] }, BY);
    expect(await store.write('tags.rename', { tagId: await idOf('refnd'), name: 'refund' }, BY)).toMatchObject({
      answer: { name: 'refund', chats: 1, contacts: 1 },
    });
    expect(await tagsOf(chatId)).toEqual(['first', 'refund', 'last']);
    expect((await store.read('contacts.get', { customerId: customer.id }, BY)).tags).toEqual(['refund']);
    await expect(store.write('tags.rename', { tagId: await idOf('refund'), name: 'LAST' }, BY)).rejects.toMatchObject({
      code: 'tag_taken',
      issues: [{ path: 'name' }],
    });
    const { answer } = await store.write('tags.rename', { tagId: await idOf('refund'), name: 'Refund' }, BY);
    expect(answer.name).toBe('Refund');
  });

  test('is merged into another, which chats then have once', async () => {
    const [both, single] = [await newChat('anna'), await newChat('tom')];
    await setTags(both, 'money', 'x', 'refund');
    await setTags(single, 'money');
    const { answer } = await store.write(
      'tags.merge',
      { tagId: await idOf('money'), intoId: await idOf('refund') },
      BY,
    );
    expect(answer).toMatchObject({ name: 'refund', chats: 2 });
    expect([await tagsOf(both), await tagsOf(single)]).toEqual([['refund', 'x'], ['refund']]);
    expect(await listed()).toEqual([
      ['refund', 2, 0],
      ['x', 1, 0],
    ]);
  });

  test('is removed from every chat and contact', async () => {
    const [one, other] = [await newChat('anna'), await newChat('tom')];
    await setTags(one, 'gone', 'stays');
    await setTags(other, 'gone');
    await store.write('tags.remove', { tagId: await idOf('gone') }, BY);
    expect([await tagsOf(one), await tagsOf(other), await listed()]).toEqual([['stays'], undefined, [['stays', 1, 0]]]);
    await expect(store.write('tags.remove', { tagId: '999' }, BY)).rejects.toMatchObject({ code: 'not_found' });
  });
});
