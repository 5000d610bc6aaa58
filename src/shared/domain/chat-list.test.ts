import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatWith } from '../../../test/fixtures/chat.ts';
import { CHAT_FILTERS, isListedBefore, isListed } from './chat-list.ts';
import type { Chat } from './entities.ts';

const [OLGA, BEN] = ['olga', 'ben'];

const chat = (change: Partial<Chat> = {}): Chat =>
  chatWith({ unanswered: 0, waitingSince: 1000, lastActivityAt: 2000, ...change });

test.each<[string, Partial<Chat>, readonly string[]]>([
  ['one that nobody has', {}, ['needsMe', 'waiting', 'open']],
  ['one of a bot', { state: 'bot', botId: 'faq' }, ['bot', 'open']],
  [
    'one whose bot asked for a person',
    { state: 'bot', botId: 'faq', askedForPerson: true },
    ['needsMe', 'bot', 'open'],
  ],
  ['her own, unanswered', { state: 'active', operatorId: OLGA }, ['needsMe', 'mine', 'open']],
  ['her own, answered', { state: 'active', operatorId: OLGA, waitingSince: undefined }, ['mine', 'open']],
  [
    'her own, with a reply that was not delivered',
    { state: 'active', operatorId: OLGA, waitingSince: undefined, hasFailed: true },
    ['needsMe', 'mine', 'open', 'failed'],
  ],
  ['a colleague’s', { state: 'active', operatorId: BEN }, ['open']],
  ['a colleague’s, not delivered', { state: 'active', operatorId: BEN, hasFailed: true }, ['open', 'failed']],
  ['a closed one, whoever had it', { state: 'closed', operatorId: OLGA }, ['closed']],
  ['a closed one, not delivered', { state: 'closed', operatorId: OLGA, hasFailed: true }, ['failed', 'closed']],
])('lists of Olga that contain %s', (_which, change, filters) => {
  expect(CHAT_FILTERS.filter((filter) => isListed(chat(change), filter, OLGA))).toEqual(filters);
});

test('a list is filtered by channel, owner of the chats, and tags', () => {
  const bens = chat({ state: 'active', operatorId: BEN, tags: ['VIP', 'refund'] });
  const isOpen = (narrowing: Parameters<typeof isListed>[3]) => isListed(bens, 'open', OLGA, narrowing);
  expect([{}, { channelId: 'shop' }, { heldBy: BEN }, { tags: ['vip'] }].map(isOpen)).toEqual([true, true, true, true]);
  expect([{ channelId: 'bot' }, { heldBy: OLGA }, { tags: ['vip', 'new'] }].map(isOpen)).toEqual([false, false, false]);
  expect(isListed(chat(), 'open', OLGA, { heldBy: BEN })).toBe(false);
});

test('every list has one total order, whatever its contents', () => {
  const anyChat = fc
    .record({
      id: fc.nat(50).map(String),
      state: fc.constantFrom<Chat['state'][]>('waiting', 'active', 'bot', 'closed'),
      waitingSince: fc.option(fc.nat(5), { nil: undefined }),
      lastActivityAt: fc.nat(5),
      askedForPerson: fc.boolean(),
      hasFailed: fc.boolean(),
      pinned: fc.constantFrom(true as const, undefined),
    })
    .map(chat);
  const chats = fc.uniqueArray(anyChat, { selector: ({ id }) => id, maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...CHAT_FILTERS), chats, fc.nat(), (filter, all, seed) => {
      const order = (a: Chat, b: Chat) => (isListedBefore(a, b, filter) ? -1 : 1);
      const shuffled = all.toSorted((a, b) => ((Number(a.id) * seed) % 7) - ((Number(b.id) * seed) % 7));
      expect(all.toSorted(order)).toEqual(shuffled.toSorted(order));
    }),
  );
});

test('pinned chats come first, then those that need a person, longest waiting on top; then by latest activity', () => {
  const chats = [
    chat({ id: '1', state: 'active', operatorId: BEN, waitingSince: undefined, lastActivityAt: 10 }),
    chat({ id: '2', state: 'active', operatorId: BEN, waitingSince: undefined, lastActivityAt: 20 }),
    chat({ id: '3', state: 'bot', waitingSince: 1 }),
    chat({ id: '4', waitingSince: 30 }),
    chat({ id: '5', state: 'active', operatorId: BEN, waitingSince: 7 }),
    chat({ id: '6', state: 'bot', askedForPerson: true, waitingSince: 9 }),
    chat({ id: '7', state: 'active', operatorId: BEN, waitingSince: undefined, hasFailed: true, lastActivityAt: 8 }),
    chat({ id: '8', state: 'bot', pinned: true, lastActivityAt: 1 }),
    chat({ id: '9', pinned: true, waitingSince: 31 }),
  ];
  const ids = chats.toSorted((a, b) => (isListedBefore(a, b, 'open') ? -1 : 1)).map(({ id }) => id);
  expect(ids).toEqual(['9', '8', '5', '7', '6', '4', '3', '2', '1']);
});
