import { describe, expect, test } from 'vitest';
import type { VisitorMessage, VisitorRecord } from '#main/store/customers/visitors.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { toSiteMessage, toSiteState } from './site-messages.ts';

type Parts = Partial<VisitorMessage['message']>;
const shown = (message: Parts, more: Partial<Omit<VisitorMessage, 'message'>> = {}) =>
  toSiteMessage({
    message: { id: '7', at: 1000, from: 'operator', type: 'text', text: '', ...message } as VisitorMessage['message'],
    ...more,
  });

describe('a message as the visitor sees it', () => {
  test.each([
    ['customer', 'visitor'],
    ['operator', 'operator'],
    ['bot', 'bot'],
    ['system', 'channel'],
  ] as const)('of %s is of %s', (from, seen) => {
    expect(shown({ from }).from).toBe(seen);
  });

  test('of their own names no writer, but the id with which it was sent; others’ ids stay with the engine', () => {
    const facts = { text: 'Hello', authorName: 'Olga', externalId: 'client-id-1' };
    expect(shown({ ...facts, from: 'customer' })).toMatchObject({ clientId: 'client-id-1' });
    expect(shown({ ...facts, from: 'customer' })).not.toHaveProperty('name');
    expect(shown({ ...facts, from: 'operator' })).toMatchObject({ name: 'Olga' });
    expect(shown({ ...facts, from: 'operator' })).not.toHaveProperty('clientId');
  });

  test('has nothing of what only operators may know', () => {
    const secret = {
      text: 'Hello',
      operatorId: 'olga',
      chatId: 'chat-1',
      delivery: { state: 'sending' },
      heldBack: 'blocked',
    };
    expect(Object.keys(shown(secret as unknown as Parts)).toSorted()).toEqual([
      'at',
      'blocks',
      'from',
      'id',
      'text',
      'type',
    ]);
  });

  test('has the text as typed and to be shown; without one, neither', () => {
    expect(shown({ text: 'a\nb' })).toMatchObject({
      text: 'a\nb',
      blocks: [{ tag: 'p', of: ['a', { tag: 'br' }, 'b'] }],
    });
    expect(shown({ text: '' })).not.toHaveProperty('text');
    expect(shown({ text: '' })).not.toHaveProperty('blocks');
  });

  test('of a bot is shown as it was parsed when it was stored', () => {
    const formatted = [{ tag: 'p', of: ['stored'] }] as const;
    expect(shown({ from: 'bot', text: 'bold', markdown: '**bold**' }, { formatted }).blocks).toBe(formatted);
  });

  test('of a bot is formatted by its Markdown', () => {
    expect(shown({ from: 'bot', text: 'bold', markdown: '**bold**' })).toMatchObject({
      text: 'bold',
      blocks: [{ tag: 'p', of: [{ tag: 'b', of: ['bold'] }] }],
    });
  });

  test('has the texts of its buttons, and nothing else of them', () => {
    expect(
      shown({ buttons: [{ text: 'Yes', id: 'secret' }] as unknown as NonNullable<Parts['buttons']> }).buttons,
    ).toEqual([{ text: 'Yes' }]);
  });

  test.each([
    ['https://chat.example/files/a-token_1/photo.jpg', 'files/a-token_1/photo.jpg'],
    ['https://an-old-address.example/below/files/abc/photo.jpg', 'files/abc/photo.jpg'],
    ['https://elsewhere.example/photo.jpg', 'https://elsewhere.example/photo.jpg'],
    ['https://elsewhere.example/files/../../secret', 'https://elsewhere.example/files/../../secret'],
  ])('its file at %s is fetched from %s', (file, url) => {
    expect(shown({ type: 'photo', file, thumb: file, fileName: 'photo.jpg' }).file).toEqual({
      url,
      thumb: url,
      name: 'photo.jpg',
    });
  });

  test.each([
    [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0 },
    ],
    [
      { latitude: 1.5, longitude: -2, title: 'The shop' },
      { latitude: 1.5, longitude: -2, title: 'The shop' },
    ],
    [{ latitude: 1 }, undefined],
  ])('the place %o is %o', (location, seen) => {
    expect(shown({ type: 'location', ...location }).location).toEqual(seen);
  });

  test.each([
    ['open', true],
    ['answered', true],
    ['over', false],
  ])('a request for a rating that is %s says only that (open: %s)', (state, open) => {
    const rating = { state, rate: 4, comment: 'Nice' } as NonNullable<VisitorMessage['rating']>;
    const message = shown({ text: 'Please rate us: https://chat.example/rating/secret' }, { rating });
    expect(message.rating).toEqual({ open, rate: 4, comment: 'Nice' });
    expect(message).not.toHaveProperty('text');
  });
});

describe('who has the chat', () => {
  const visitor = (facts: Partial<VisitorRecord>): VisitorRecord => ({
    customerId: '1',
    blocked: false,
    hasEmail: false,
    ...facts,
  });
  const olga = { id: 'olga', name: 'Olga' } as Operator;
  const stateOf = (record: VisitorRecord | undefined, mailsAnswers = false) =>
    toSiteState(
      record,
      true,
      (id) => (id === 'olga' ? olga : undefined),
      () => mailsAnswers,
    );

  test.each([
    ['nobody, before the first message', undefined, { chat: 'none' }],
    ['nobody, after it was closed', visitor({}), { chat: 'none' }],
    ['nobody yet', visitor({ chatId: '1', state: 'waiting' }), { chat: 'waiting' }],
    ['a bot', visitor({ chatId: '1', state: 'bot', botName: 'FAQ' }), { chat: 'bot', assignee: { name: 'FAQ' } }],
    [
      'an operator',
      visitor({ chatId: '1', state: 'active', operatorId: 'olga' }),
      { chat: 'operator', assignee: { name: 'Olga' } },
    ],
    [
      'an operator who was removed',
      visitor({ chatId: '1', state: 'active', operatorId: 'boris' }),
      { chat: 'waiting' },
    ],
  ] as const)('%s', (_who, record, state) => {
    expect(stateOf(record)).toEqual({ ...state, staffed: true });
  });

  test.each(['waiting', 'bot', 'active'] as const)('an email is wanted if it is of use and not known: %s', (state) => {
    const open = { chatId: '1', state, operatorId: 'olga', botName: 'FAQ' };
    expect(stateOf(visitor(open), true)).toMatchObject({ wantsEmail: true });
    expect(stateOf(visitor(open), false)).not.toHaveProperty('wantsEmail');
    expect(stateOf(visitor({ ...open, hasEmail: true }), true)).not.toHaveProperty('wantsEmail');
    expect(stateOf(visitor({}), true)).not.toHaveProperty('wantsEmail');
  });
});
