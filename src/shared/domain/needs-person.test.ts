import { describe, expect, test } from 'vitest';
import { chatWith } from '../../../test/fixtures/chat.ts';
import type { Ownership } from './chat-rules.ts';
import type { Chat } from './entities.ts';
import {
  hasSeen,
  isCalling,
  hasUnseenNews,
  needOf,
  needsPersonAgain,
  repeatDelay,
  unreadOf,
  waitingSinceOf,
} from './needs-person.ts';

const OLGA = 'olga';

/** A customer wrote once, a second ago, and nobody has seen it. */
const chat = (change: Partial<Chat>): Chat =>
  chatWith({ waitingSince: 1000, openedAt: 500, lastActivityAt: 1000, ...change });
const own = { state: 'active', operatorId: OLGA } as const;
const bens = { state: 'active', operatorId: 'ben' } as const;
const answered = { unanswered: 0, waitingSince: undefined } as const;

describe('a chat needs Olga', () => {
  test.each<[string, Partial<Chat>, ReturnType<typeof needOf>]>([
    ['in the queue', {}, 'newChat'],
    ['in the queue, also when she has looked', { seen: { olga: 1 } }, 'newChat'],
    ['in the queue, also when a colleague has looked', { seen: { ben: 1 } }, 'newChat'],
    ['in the queue, answered by a bot that asked for a person', { askedForPerson: true }, 'askedForPerson'],
    ['with a bot that asked for a person', { state: 'bot', askedForPerson: true }, 'askedForPerson'],
    ['not with a bot that answers', { state: 'bot' }, undefined],
    ['as hers, unanswered', own, 'ownChat'],
    ['as hers, also when she has looked', { ...own, seen: { olga: 1 } }, 'ownChat'],
    ['not as hers, answered', { ...own, ...answered }, undefined],
    ['as hers, where her reply was not delivered', { ...own, ...answered, hasFailed: true }, 'failedReply'],
    ['as hers, unanswered, whatever was not delivered', { ...own, hasFailed: true }, 'ownChat'],
    ['not as a colleague’s, where a reply was not delivered', { ...bens, ...answered, hasFailed: true }, undefined],
    ['not closed, where a reply was not delivered', { state: 'closed', operatorId: OLGA, hasFailed: true }, undefined],
    ['not as a colleague’s, unanswered', bens, undefined],
    ['not while it is put aside', { snoozed: { by: OLGA } }, undefined],
    ['not as hers while it is put aside', { ...own, snoozed: { by: 'ben', until: 9e12 } }, undefined],
    ['not closed', { state: 'closed', operatorId: OLGA }, undefined],
    ['not closed, whatever stands in it', { state: 'closed', askedForPerson: true }, undefined],
  ])('%s', (_how, change, need) => {
    expect(needOf(chat(change), OLGA)).toBe(need);
  });
});

describe('what Olga has seen', () => {
  test.each<[string, Partial<Chat>, unread: number, seen: boolean, calls: boolean, news: boolean]>([
    ['nothing', {}, 1, false, true, true],
    ['all of it', { seen: { olga: 1 } }, 0, true, false, false],
    ['the first of three', { unanswered: 3, seen: { olga: 1 } }, 2, false, true, true],
    ['nothing, but a colleague has', { seen: { ben: 1 } }, 1, false, true, true],
    ['nothing of a colleague’s chat', { ...bens, unanswered: 2 }, 2, false, false, true],
    ['nothing of what a bot answers', { state: 'bot' }, 1, false, false, true],
    [
      'nothing since its bot asked for a person, when it had answered',
      { ...answered, state: 'bot', askedForPerson: true },
      0,
      false,
      true,
      true,
    ],
    ['her own reply', { ...own, ...answered, seen: { olga: 0 } }, 0, true, false, false],
    ['nothing of an answered chat that she was given', { ...own, ...answered }, 0, false, false, true],
    ['nothing of a colleague’s answered chat', { ...bens, ...answered }, 0, false, false, false],
    ['nothing of a closed chat', { ...answered, state: 'closed' }, 0, false, false, false],
  ])('%s', (_what, change, unread, seen, calls, news) => {
    const of = chat(change);
    expect({
      unread: unreadOf(of, OLGA),
      seen: hasSeen(of, OLGA),
      calls: isCalling(of, OLGA),
      news: hasUnseenNews(of, OLGA),
    }).toEqual({ unread, seen, calls, news });
  });
});

describe('a chat needs a person again', () => {
  const asked = { state: 'bot', askedForPerson: true } as const;
  test.each<[string, Ownership, Ownership, boolean]>([
    ['when its bot loses it to the queue', { state: 'bot' }, { state: 'waiting' }, true],
    ['when its bot asks for a person', { state: 'bot' }, { state: 'waiting', askedForPerson: true }, true],
    ['when its bot asks while nobody is online', { state: 'bot', askedForPerson: false }, asked, true],
    ['when who had it works here no more', own, { state: 'waiting' }, true],
    ['not when its bot asks again', asked, asked, false],
    ['not while it goes on waiting', { state: 'waiting' }, { state: 'waiting' }, false],
    ['not when somebody takes it', { state: 'waiting' }, own, false],
    ['not when it goes to a bot', own, { state: 'bot' }, false],
    ['not when it is opened again', { state: 'closed' }, { state: 'waiting' }, false],
  ])('%s', (_when, before, after, isAnew) => {
    expect(needsPersonAgain(before, after)).toBe(isAnew);
  });
});

test('waiting time counts from the first unanswered message, or else from the opening of the chat', () => {
  const failed = { ...answered, hasFailed: true, lastActivityAt: 3000 };
  expect([{}, answered, failed].map((change) => waitingSinceOf(chat(change)))).toEqual([1000, 500, 3000]);
});

test('a call is repeated soon at first, then every five minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 100].map(repeatDelay)).toEqual([
    30_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000,
  ]);
});
