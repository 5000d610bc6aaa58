import { describe, expect, test } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { chatWith } from '../../../../test/fixtures/chat.ts';
import { needsAnswer, nextWaiting, replyMove, type ReplyState } from './reply-screen.tsx';

const ME = 'olga';

const chatOf = (id: string, given: Partial<Chat> = {}): Chat => chatWith({ id, waitingSince: Number(id), ...given });

const mine: Partial<Chat> = { state: 'active', operatorId: ME };

test('a chat needs my answer while it needs me, and when my reply did not arrive, though it is put aside', () => {
  const aside: Partial<Chat> = { ...mine, snoozed: { by: ME } };
  const chats = [
    chatOf('1'),
    chatOf('1', { state: 'bot' }),
    chatOf('1', aside),
    chatOf('1', { ...aside, hasFailed: true }),
  ];
  expect(chats.map((chat) => needsAnswer(chat, ME))).toEqual([true, false, false, true]);
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
    ['was not named', undefined],
  ])('goes to the longest waiting chat if its own %s', (_why, chat) => {
    const named = chat === undefined ? undefined : '5';
    expect(replyMove(stand({ named, chat }))).toEqual({ do: 'go', chatId: '1' });
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
