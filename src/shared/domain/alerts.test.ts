import { describe, expect, it } from 'vitest';
import { chatWith, messageWith } from '../../../test/fixtures/chat.ts';
import { alertOf, isHandled, reasonOf, type AlertReason } from './alerts.ts';
import type { Chat } from './entities.ts';
import type { Message } from './message.ts';

const olga = 'op-olga';
const ben = 'op-ben';

type Happened = readonly [message: Message, chat: Chat];
const added = (of: Partial<Message>, to: Partial<Chat>): Happened => [messageWith(of), chatWith(to)];
const changed = (of: Partial<Message>): Happened => added(of, { state: 'active', operatorId: olga, hasFailed: true });

const askedFor = { kind: 'asked_for_person', operatorsOnline: true, botId: 'b', botName: 'FAQ' } as const;
const handedOver = { kind: 'handed_over', reason: 'silent', botId: 'b', botName: 'FAQ' } as const;
const given = {
  kind: 'assigned',
  operatorId: ben,
  operatorName: 'Ben',
  toOperatorId: olga,
  toOperatorName: 'Olga',
} as const;
const mine = { from: 'operator', operatorId: olga } as const;

describe('a notification is shown for', () => {
  it.each<[string, Happened, AlertReason]>([
    ['a new chat', added({}, {}), 'newChat'],
    ['a chat that a bot lost to the queue', added({ from: 'system', event: handedOver }, {}), 'newChat'],
    ['a message in one’s own chat', added({}, { state: 'active', operatorId: olga }), 'ownChat'],
    [
      'a chat whose bot asks for a person',
      added({ from: 'system', event: askedFor }, { askedForPerson: true }),
      'askedForPerson',
    ],
    [
      'a person asked for while nobody was online',
      added({ from: 'system', event: { ...askedFor, operatorsOnline: false } }, { state: 'bot', askedForPerson: true }),
      'askedForPerson',
    ],
    [
      'a customer who goes on waiting for a person',
      added({}, { state: 'bot', askedForPerson: true }),
      'askedForPerson',
    ],
    [
      'a chat that a colleague gave to one',
      added({ from: 'system', event: given }, { state: 'active', operatorId: olga, waitingSince: undefined }),
      'assigned',
    ],
    [
      'a chat of somebody who was removed',
      added({ from: 'system', event: { kind: 'operator_removed', removedName: 'Ben' } }, {}),
      'newChat',
    ],
    ['a reply that failed', changed({ ...mine, delivery: { state: 'failed', attempts: 3 } }), 'failedReply'],
  ])('%s', (_what, [said, after], reason) => {
    expect(reasonOf(said, after, olga)).toBe(reason);
  });
});

describe('no notification is shown for', () => {
  it.each<[string, Happened]>([
    ['what a bot answers', added({}, { state: 'bot', botId: 'b' })],
    ['the words of the bot', added({ from: 'bot', botId: 'b' }, { state: 'waiting' })],
    ['a colleague’s chat', added({}, { state: 'active', operatorId: ben })],
    ['a note', added({ from: 'note', operatorId: ben }, {})],
    ['a note in one’s own chat', added({ from: 'note', operatorId: ben }, { state: 'active', operatorId: olga })],
    ['a note while a bot asks', added({ from: 'note', operatorId: ben }, { state: 'bot', askedForPerson: true })],
    ['one’s own reply', added(mine, { state: 'active', operatorId: olga })],
    [
      'a line about something else',
      added({ from: 'system', event: { kind: 'taken', operatorId: ben, operatorName: 'Ben' } }, {}),
    ],
    [
      'a chat handed from a bot to a colleague',
      added({ from: 'system', event: handedOver }, { state: 'active', operatorId: ben }),
    ],
    [
      'a chat given to a colleague',
      added({ from: 'system', event: { ...given, toOperatorId: ben } }, { state: 'active', operatorId: ben }),
    ],
    [
      'a chat that was given to one and taken back meanwhile',
      added({ from: 'system', event: given }, { state: 'active', operatorId: ben }),
    ],
    [
      'a failed reply that somebody has dismissed',
      changed({ ...mine, delivery: { state: 'failed', attempts: 3, dismissed: true } }),
    ],
    ['a colleague’s failed reply', changed({ ...mine, operatorId: ben, delivery: { state: 'failed', attempts: 3 } })],
    [
      'a reply under way, though an attempt failed',
      changed({ ...mine, delivery: { state: 'sending', attempts: 1, error: { kind: 'timeout' } } }),
    ],
    ['a bot’s failed message', changed({ from: 'bot', botId: 'b', delivery: { state: 'failed', attempts: 3 } })],
  ])('%s', (_what, [said, after]) => {
    expect(reasonOf(said, after, olga)).toBeUndefined();
  });
});

describe('a call is heeded', () => {
  const own = { state: 'active', operatorId: olga } as const;
  const answered = { ...own, unanswered: 0, waitingSince: undefined } as const;
  it.each<[string, AlertReason, Partial<Chat>, boolean]>([
    ['when one looks at the chat', 'newChat', { seen: { [olga]: 1 } }, true],
    ['not when a colleague looks at it', 'newChat', { seen: { [ben]: 1 } }, false],
    ['when somebody takes it', 'newChat', { state: 'active', operatorId: ben }, true],
    ['when one takes it oneself', 'newChat', own, true],
    ['when it is answered', 'ownChat', { ...answered, seen: { [olga]: 0 } }, true],
    ['when it is closed', 'newChat', { state: 'closed' }, true],
    ['when it goes back to a bot', 'newChat', { state: 'bot' }, true],
    ['when a colleague takes one’s own chat', 'ownChat', { state: 'active', operatorId: ben }, true],
    ['when no reply of the chat stands as failed', 'failedReply', { hasFailed: false }, true],
    ['when a colleague takes back what they gave', 'assigned', { ...answered, operatorId: ben }, true],
    ['when one looks at what was given', 'assigned', { ...answered, seen: { [olga]: 0 } }, true],
    ['not because nobody waited when the chat was given', 'assigned', answered, false],
    ['not because a customer waits whose chat was given', 'assigned', own, false],
    ['not while it waits', 'newChat', { unanswered: 2, seen: { [olga]: 1 } }, false],
    ['not while a chat waits for a person', 'askedForPerson', { askedForPerson: true, unanswered: 0 }, false],
    ['not while the bot keeps a chat for a person', 'askedForPerson', { state: 'bot', askedForPerson: true }, false],
    ['not while one’s own chat is unread', 'ownChat', own, false],
    ['not while a reply stands as failed', 'failedReply', { ...answered, hasFailed: true }, false],
    ['when one looks at the failed reply', 'failedReply', { ...answered, hasFailed: true, seen: { [olga]: 0 } }, true],
    [
      'not when one saw what the customer wrote since',
      'failedReply',
      { ...own, hasFailed: true, seen: { [olga]: 1 } },
      false,
    ],
  ])('%s', (_when, reason, change, heeded) => {
    expect(isHandled(reason, chatWith(change), olga)).toBe(heeded);
  });
});

it.each<[string, Partial<Chat>, readonly unknown[]]>([
  [
    'with what its customer wrote',
    { lastMessage: { id: '10', from: 'customer', type: 'text', text: 'Hello', at: 5 } },
    ['newChat', 'customer', 'Hello'],
  ],
  ['unless one has seen it', { seen: { [olga]: 1 } }, []],
  [
    'without the words of a bot',
    {
      askedForPerson: true,
      seen: { [ben]: 1 },
      lastMessage: { id: '11', from: 'bot', type: 'text', text: 'I fetch somebody', at: 5 },
    },
    ['askedForPerson', 'system', undefined],
  ],
  ['that a bot keeps', { state: 'bot', askedForPerson: true }, ['askedForPerson', 'system', undefined]],
  ['of one’s own', { state: 'active', operatorId: olga }, ['ownChat', 'system', undefined]],
])('a chat that waited before the start calls %s', (_how, change, called) => {
  const alert = alertOf(chatWith(change), olga);
  expect(alert === undefined ? [] : [alert.reason, alert.message.from, alert.message.text]).toEqual(called);
});
