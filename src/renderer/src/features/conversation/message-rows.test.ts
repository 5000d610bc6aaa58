import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/domain/entities.ts';
import { messageRows } from './message-rows.ts';

const NOON = new Date(2026, 10, 3, 12).getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const message = (id: string, minutes: number, change: Partial<Message> = {}): Message => ({ id, chatId: '1', from: 'customer', type: 'text', text: id, at: NOON + minutes * MINUTE, ...change });
const startsOf = (messages: readonly Message[], hasEarlier = false): readonly boolean[] => messageRows(messages, [], hasEarlier, 'me').map((row) => row.startsGroup);

describe('groups of messages', () => {
  it('are those of one person, up to ten minutes apart', () => {
    expect(startsOf([message('a', 0), message('b', 9), message('c', 19), message('d', 20, { from: 'operator', operatorId: 'me' })])).toEqual([true, false, true, true]);
  });

  it('are of one operator each', () => {
    expect(startsOf([message('a', 0, { from: 'operator', operatorId: 'me' }), message('b', 0, { from: 'operator', operatorId: 'ben' })])).toEqual([true, true]);
  });

  it('are of one bot each', () => {
    expect(startsOf([message('a', 0, { from: 'bot', botId: 'faq' }), message('b', 0, { from: 'bot', botId: 'faq' }), message('c', 0, { from: 'bot', botId: 'orders' })])).toEqual([true, false, true]);
  });

  it('never join system lines', () => {
    expect(startsOf([message('a', 0, { from: 'system' }), message('b', 0, { from: 'system' })])).toEqual([true, true]);
  });

  it('take in a reply that is still on its way', () => {
    const pending = [{ id: 'p', chatId: '1', replyId: 'r', text: 'soon', at: NOON + MINUTE }];
    const rows = messageRows([message('a', 0, { from: 'operator', operatorId: 'me' })], pending, false, 'me');
    expect(rows.map(({ key, startsGroup, endsGroup }) => [key, startsGroup, endsGroup])).toEqual([
      ['a', true, false],
      ['p', false, true],
    ]);
  });
});

describe('days', () => {
  it('begin with their first message', () => {
    const rows = messageRows([message('a', 0), message('b', 1), message('c', DAY / MINUTE)], [], false, 'me');
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, true]);
  });

  it('and groups are left open at the top while earlier messages are to come', () => {
    const [first] = messageRows([message('a', 0)], [], true, 'me');
    expect([first?.startsDay, first?.startsGroup]).toEqual([false, false]);
  });
});
