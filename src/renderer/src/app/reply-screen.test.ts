import { describe, expect, test } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { chatWith } from '../../../../test/fixtures/chat.ts';
import { needsAnswer, nextWaiting, replyMove, type ReplyState } from './reply-screen.tsx';

const ME = 'olga';

const chatOf = (id: string, given: Partial<Chat> = {}): Chat => chatWith({ id, waitingSince: Number(id), ...given });

const mine: Partial<Chat> = { state: 'active', operatorId: ME };

describe('a chat needs my answer', () => {
  test.each([
    ['while it waits', chatOf('1'), true],
    ['when its customer wrote again', chatOf('1', mine), true],
    ['not when it is answered', chatOf('1', { ...mine, waitingSince: undefined }), false],
    ['when a reply did not arrive', chatOf('1', { ...mine, waitingSince: undefined, hasFailed: true }), true],
    ['not when a colleague has it', chatOf('1', { state: 'active', operatorId: 'ben' }), false],
    ['not when a bot answers', chatOf('1', { state: 'bot' }), false],
    ['when the bot asks for a person', chatOf('1', { state: 'bot', askedForPerson: true }), true],
    ['not when it is closed', chatOf('1', { state: 'closed' }), false],
  ])('%s', (_when, chat, needs) => {
    expect(needsAnswer(chat, ME)).toBe(needs);
  });
});

describe('the next waiting chat', () => {
  const waiting = [chatOf('1'), chatOf('2'), chatOf('3')];
  test.each([
    ['1', 1, '2'],
    ['3', 1, '1'],
    ['1', -1, '3'],
    ['7', 1, '1'],
    ['7', -1, '1'],
    [undefined, 1, '1'],
  ] as const)('after %s by %i is %s', (from, step, next) => {
    expect(nextWaiting(waiting, from, step)).toBe(next);
  });

  test('is undefined when nobody else waits', () => {
    expect(nextWaiting([chatOf('1')], '1', 1)).toBeUndefined();
    expect(nextWaiting([], '1', 1)).toBeUndefined();
  });
});

describe('the reply window', () => {
  const answered = chatOf('5', { ...mine, waitingSince: undefined });
  const stand = (given: Partial<ReplyState>): ReplyState => ({
    named: '5',
    chat: chatOf('5'),
    isShown: false,
    operatorId: ME,
    waiting: [chatOf('1'), chatOf('5')],
    ...given,
  });

  test('shows the chat it was opened for', () => {
    expect(replyMove(stand({}))).toMatchObject({ do: 'show', chat: { id: '5' } });
  });

  test.each([
    ['is answered already', answered],
    ['belongs to a colleague by now', chatOf('5', { state: 'active', operatorId: 'ben' })],
    ['does not exist', null],
  ])('goes to the longest waiting chat if its own %s', (_why, chat) => {
    expect(replyMove(stand({ chat }))).toEqual({ do: 'go', chatId: '1' });
  });

  test('goes there if it was opened for no chat', () => {
    expect(replyMove(stand({ named: undefined, chat: undefined }))).toEqual({ do: 'go', chatId: '1' });
  });

  test('stays on a chat that was answered in it until the chat is closed', () => {
    expect(replyMove(stand({ chat: answered, isShown: true }))).toMatchObject({ do: 'show', chat: { id: '5' } });
    expect(replyMove(stand({ chat: chatOf('5', { state: 'closed' }), isShown: true }))).toEqual({
      do: 'go',
      chatId: '1',
    });
  });

  test('is idle when nobody waits, even if the list has not registered the answer yet', () => {
    expect(replyMove(stand({ named: undefined, waiting: [] }))).toEqual({ do: 'rest' });
    expect(replyMove(stand({ chat: answered, waiting: [chatOf('5')] }))).toEqual({ do: 'rest' });
  });

  test.each([{ operatorId: undefined }, { chat: undefined }, { named: undefined, waiting: undefined }])(
    'waits until it knows enough: %o',
    (given) => {
      expect(replyMove(stand(given))).toEqual({ do: 'wait' });
    },
  );
});
