import { expect, it } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { askForBacklog } from './announcer.ts';
import type { Ask } from '../ask-engine.ts';

const olga = 'op-olga';
const chat = (id: string, change: Partial<Chat>): Chat => ({
  id,
  state: 'waiting',
  channelId: 'c',
  customer: { id, channelId: 'c', externalId: `"${id}"`, name: `Customer ${id}`, firstSeenAt: 1 },
  askedForPerson: false,
  unanswered: 1,
  waitingSince: 1,
  hasFailed: false,
  openedAt: 1,
  lastActivityAt: 5,
  ...change,
});

const needing: readonly Chat[] = [
  chat('1', { lastMessage: { id: '10', from: 'customer', type: 'text', text: 'Hello', at: 5 } }),
  chat('2', { seen: { [olga]: 1 } }),
  chat('3', {
    askedForPerson: true,
    seen: { ben: 1 },
    lastMessage: { id: '11', from: 'bot', type: 'text', text: 'I fetch somebody', at: 5 },
  }),
  chat('5', { state: 'bot', askedForPerson: true }),
  chat('6', { state: 'active', operatorId: olga }),
];
const engine = (): Ask =>
  (async (route: string, input: { readonly filter?: string }) =>
    route === 'chats.list' && input.filter === 'needsMe' ? { chats: needing } : undefined) as Ask;

it('chats waiting before the start: those that need a person, except ones already seen', async () => {
  const attentions = await askForBacklog(engine(), olga);
  expect(attentions.map((each) => [each.chat.id, each.reason, each.message.from, each.message.text])).toEqual([
    ['1', 'newChat', 'customer', 'Hello'],
    ['3', 'askedForPerson', 'system', undefined],
    ['5', 'askedForPerson', 'system', undefined],
    ['6', 'ownChat', 'system', undefined],
  ]);
});
