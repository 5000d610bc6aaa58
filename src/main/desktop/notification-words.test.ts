import { describe, expect, it } from 'vitest';
import type { Chat, Customer, Message } from '#shared/domain/entities.ts';
import { customerName, notificationWords, oneLine } from './notification-words.ts';

const customer = (change: Partial<Customer>): Customer => ({ id: '5', channelId: 'c', externalId: '"anna"', firstSeenAt: 1, ...change });
const chat = (change: Partial<Chat> = {}): Chat => ({
  ...{ id: '12', state: 'waiting', channelId: 'c', customer: customer({ name: 'Anna' }) },
  ...{ askedForPerson: false, unread: 1, waitingSince: 1, hasFailed: false, openedAt: 1, lastActivityAt: 1 },
  ...change,
});
const message: Message = { id: '1', chatId: '12', from: 'customer', type: 'text', text: 'Is it in stock?', at: 1 };

describe('a notification says', () => {
  it.each([
    ['newChat', false, { title: 'Anna is waiting', body: 'Is it in stock?' }],
    ['newChat', true, { title: 'Anna is still waiting', body: 'Is it in stock?' }],
    ['ownChat', false, { title: 'Anna', body: 'Is it in stock?' }],
    ['askedForPerson', false, { title: 'Anna asks for a person', body: 'Is it in stock?' }],
    ['failedReply', true, { title: 'Not delivered: Anna has not seen your reply', body: 'Is it in stock?' }],
  ] as const)('%s, again: %s', (reason, again, words) => {
    expect(notificationWords(reason, message, chat(), again)).toEqual(words);
  });

  it('how many messages it stands for', () => {
    expect(notificationWords('newChat', message, chat({ unread: 3 }), false).body).toBe('3 messages: Is it in stock?');
  });

  it('nothing of a line that only the console writes', () => {
    expect(notificationWords('askedForPerson', { ...message, from: 'system', text: 'FAQ asked for a person' }, chat(), false).body).toBe('');
  });

  it('what came, where it is not text', () => {
    expect(notificationWords('newChat', { ...message, type: 'photo', text: undefined, file_name: 'shelf.jpg' }, chat(), false).body).toBe('Photo · shelf.jpg');
  });
});

it.each([
  [{ name: 'Anna' }, 'Anna'],
  [{ email: 'a@shop.example' }, 'a@shop.example'],
  [{ name: '\u202E\0 ' }, 'Visitor'],
  [{}, 'Visitor'],
])('a customer %j is called %s', (change, name) => {
  expect(customerName({ customer: customer(change) })).toBe(name);
});

it('a long line is cut between characters', () => {
  expect(oneLine('one\ntwo', 10)).toBe('one two');
  expect(oneLine('🛎🛎🛎🛎', 3)).toBe('🛎🛎…');
});
