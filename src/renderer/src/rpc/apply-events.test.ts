import { describe, expect, it } from 'vitest';
import type { Chat } from '#shared/domain/entities.ts';
import { chatWith } from '../../../../test/fixtures/chat.ts';
import { allChats, type ChatPages, withChat, withCustomer } from './apply-events.ts';

const ME = 'operator-1';

function chat(id: string, change: Partial<Chat> = {}): Chat {
  const [at, customer] = [Number(id), { id: `customer-${id}`, channelId: 'shop', externalId: id, firstSeenAt: 1 }];
  return chatWith({ id, customer, openedAt: at, lastActivityAt: at, waitingSince: at, ...change });
}

/** A chat that an operator has answered. */
const answered = (id: string, change: Partial<Chat> = {}): Chat =>
  chat(id, { state: 'active', operatorId: ME, waitingSince: undefined, ...change });

function pages(...each: readonly (readonly Chat[])[]): ChatPages {
  return {
    pages: each.map((chats, index) => ({
      chats: [...chats],
      ...(index < each.length - 1 && { nextCursor: String(index) }),
    })),
    pageParams: each.map(() => undefined),
  };
}

const idsOf = (list: ChatPages): readonly string[] => allChats(list).map(({ id }) => id);

describe('a list after a chat changed', () => {
  it('puts waiting chats before all others, whatever their latest message', () => {
    const list = pages([chat('20'), answered('40'), answered('10')]);
    expect(idsOf(withChat(list, answered('20', { lastActivityAt: 50 }), 'open', ME))).toEqual(['20', '40', '10']);
    expect(idsOf(withChat(list, chat('10', { lastActivityAt: 60 }), 'open', ME))).toEqual(['10', '20', '40']);
  });

  it('moves a chat from Bots to Waiting when its bot hands it over', () => {
    const held = chat('10', { state: 'bot', botId: 'bot-1' });
    const handedOver = chat('10', { state: 'waiting', botId: 'bot-1' });
    expect(idsOf(withChat(pages([held]), handedOver, 'bot', ME))).toEqual([]);
    expect(idsOf(withChat(pages([chat('20')]), handedOver, 'waiting', ME))).toEqual(['10', '20']);
  });

  it('leaves out a chat whose page is not loaded yet', () => {
    const list: ChatPages = {
      pages: [{ chats: [answered('30'), answered('20')], nextCursor: 'more' }],
      pageParams: [undefined],
    };
    expect(idsOf(withChat(list, answered('10'), 'open', ME))).toEqual(['30', '20']);
  });

  it('appends at the end when everything is loaded', () => {
    const list = pages([answered('30')], [answered('20')]);
    expect(idsOf(withChat(list, answered('10'), 'open', ME))).toEqual(['30', '20', '10']);
  });

  it('keeps the same object when nothing in it changed', () => {
    const list = pages([chat('10')]);
    expect(withChat(list, chat('20', { state: 'closed' }), 'waiting', ME)).toBe(list);
  });

  it('shows a chat once if it moved up while pages were loading', () => {
    expect(idsOf(pages([chat('20', { unanswered: 1 }), chat('30')], [chat('20')]))).toEqual(['20', '30']);
  });
});

it('a list filtered by tags drops a chat that loses one', () => {
  const [tagged, filter] = [chat('2', { tags: ['VIP', 'refund'] }), { tags: ['vip', 'refund'] }];
  const list = withChat(pages([]), tagged, 'open', ME, filter);
  expect(idsOf(list)).toEqual(['2']);
  expect(idsOf(withChat(list, { ...tagged, tags: ['refund'] }, 'open', ME, filter))).toEqual([]);
});

it('merged customers get a new name in every list when one of them is renamed, and keep their own photos', () => {
  const one = chat('1');
  const two = chat('2', {
    customer: { ...chat('2').customer, contactId: one.customer.id, photo: 'https://app.example/2.png' },
  });
  const after = allChats(withCustomer(pages([one, two, chat('3')]), { ...one.customer, name: 'Anna' }));
  expect(after.map(({ customer: { id, name, photo } }) => [id, name, photo])).toEqual([
    ['customer-1', 'Anna', undefined],
    ['customer-2', 'Anna', 'https://app.example/2.png'],
    ['customer-3', undefined, undefined],
  ]);
});
