import { expect, it } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import type { Ask } from '../ask-as.ts';
import { askForBacklog } from './wanting-chats.ts';

const olga = 'op-olga';
const chat = (id: string, change: Partial<Chat>): Chat => ({
  id,
  state: 'waiting',
  channelId: 'c',
  customer: { id, channelId: 'c', externalId: `"${id}"`, name: `Customer ${id}`, firstSeenAt: 1 },
  askedForPerson: false,
  unread: 1,
  waitingSince: 1,
  hasFailed: false,
  openedAt: 1,
  lastActivityAt: 5,
  ...change,
});

const lists: Readonly<Record<string, readonly Chat[]>> = {
  waiting: [
    chat('1', { lastMessage: { id: '10', from: 'customer', type: 'text', text: 'Hello', at: 5 } }),
    chat('2', { unread: 0 }),
    chat('3', {
      unread: 0,
      askedForPerson: true,
      lastMessage: { id: '11', from: 'bot', type: 'text', text: 'I fetch somebody', at: 5 },
    }),
  ],
  bot: [chat('4', { state: 'bot' }), chat('5', { state: 'bot', askedForPerson: true })],
  mine: [
    chat('6', { state: 'active', operatorId: olga }),
    chat('7', { state: 'active', operatorId: olga, unread: 0, waitingSince: undefined }),
  ],
};
const engine = (waiting: number): Ask =>
  (async (route: string, input: { readonly filter?: string }) =>
    route === 'chats.counts' ? { waiting } : { chats: lists[input.filter ?? ''] ?? [] }) as Ask;

it('who waited before the start: the queue, whom a bot keeps for a person, and one’s own; not what was opened already', async () => {
  const { attentions, isMore } = await askForBacklog(engine(3), olga);
  expect(attentions.map((each) => [each.chat.id, each.reason, each.message.from, each.message.text])).toEqual([
    ['1', 'newChat', 'customer', 'Hello'],
    ['3', 'askedForPerson', 'system', undefined],
    ['5', 'askedForPerson', 'system', undefined],
    ['6', 'ownChat', 'system', undefined],
  ]);
  expect(isMore).toBe(false);
});

it('more than are counted one by one are said to be more', async () => {
  expect((await askForBacklog(engine(101), olga)).isMore).toBe(true);
});
