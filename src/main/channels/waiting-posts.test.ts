import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReceive } from '#main/chats/receive.ts';
import { createPerform, createPublisher } from '#main/engine/perform.ts';
import type { NewJournalEntry } from '#main/store/journal.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { openTemporaryStore, type TemporaryStore } from '../../../test/fixtures/temporary-store.ts';
import { createWaitingPosts } from './waiting-posts.ts';
import { acting, standing } from '../../../test/fixtures/acts.ts';

const NOW = Date.UTC(2026, 10, 27, 9);
const NIGHT = NOW - 7 * 3_600_000;

let temporary: TemporaryStore;
let journal: NewJournalEntry[];
let posts: ReturnType<typeof createWaitingPosts>;
const typing = {
  begin: vi.fn<(chatId: string) => void>(),
  end: vi.fn<(chatId: string) => void>(),
  stop: vi.fn<() => void>(),
};

beforeEach(async () => {
  vi.clearAllMocks();
  temporary = await openTemporaryStore();
  journal = [];
  const clock = { ...createFakeClock(), wall: () => NOW };
  const { store } = temporary;
  const { publish } = createPublisher({ emit: () => undefined, touch: () => undefined });
  const perform = createPerform({ store, publish, circumstances: () => standing(NOW) });
  const receive = createReceive({ perform, automaticFor: async () => undefined });
  posts = createWaitingPosts({ receive, typing, store, clock, journal: { add: (entry) => void journal.push(entry) } });
});
afterEach(() => temporary.remove());

const channel = { id: 'shop', publicId: 'shop-1' } as never;
const body = (message: object): Buffer => Buffer.from(JSON.stringify({ sender: { id: 'anna' }, message }));
const text = (words: string, more: object = {}): Buffer => body({ type: 'text', text: words, ...more });

async function stored(): Promise<readonly (readonly [string | undefined, number])[]> {
  const { chats } = await temporary.store.read('chats.list', { filter: 'open', limit: 10 }, acting('olga'));
  const chatId = chats[0]?.id;
  if (chatId === undefined) return [];
  const { messages } = await temporary.store.read('messages.list', { chatId, limit: 10 }, acting('olga'));
  return messages.map(({ text: words, at }) => [words, at]);
}

test('a message has the time at which it was written; one that came just now, or ages ago, the present', async () => {
  await posts.take(channel, { body: text('at night'), at: NIGHT, identity: '1' });
  await posts.take(channel, { body: text('just now'), at: NOW - 3000, identity: '2' });
  await posts.take(channel, { body: text('a wrong clock'), at: NOW + 500_000, identity: '3' });
  expect(await stored()).toEqual([
    ['at night', NIGHT],
    ['just now', NOW],
    ['a wrong clock', NOW],
  ]);
});

test('what is given twice is one message, with an id or without; the same words again are another', async () => {
  for (const at of [NIGHT, NIGHT]) {
    await posts.take(channel, { body: text('one', { id: 'm1' }), at, identity: '1' });
    await posts.take(channel, { body: text('two'), at, identity: '2' });
  }
  await posts.take(channel, { body: text('two'), at: NIGHT, identity: '3' });
  expect((await stored()).map(([words]) => words)).toEqual(['one', 'two', 'two']);
  expect(journal.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'repeat', 'repeat', 'accepted']);
});

test('what is no message is noted as refused, and is done with', async () => {
  await posts.take(channel, { body: body({ type: 'poke' }), at: NIGHT, identity: '1' });
  await posts.take(channel, { body: Buffer.from('?'), at: NIGHT, identity: '2' });
  expect(journal.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
  expect(await stored()).toEqual([]);
});

test('typing reaches the customer’s chat, if there is one', async () => {
  await posts.take(channel, { body: body({ type: 'typein' }), at: NOW, identity: '1' });
  expect(typing.begin).not.toHaveBeenCalled();
  await posts.take(channel, { body: text('hello'), at: NOW, identity: '2' });
  await posts.take(channel, { body: body({ type: 'typein' }), at: NOW, identity: '3' });
  expect(typing.begin).toHaveBeenCalledOnce();
});

test('while nothing can be stored it rejects, so that it is given again', async () => {
  await temporary.store.stop();
  await expect(posts.take(channel, { body: text('later'), at: NIGHT, identity: '1' })).rejects.toMatchObject({
    code: 'storage_unavailable',
  });
});
