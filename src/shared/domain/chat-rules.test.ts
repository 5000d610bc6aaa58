import { describe, expect, test } from 'vitest';
import {
  botReplied,
  close,
  customerWrote,
  handOver,
  whyHeldBack,
  inviteAgent,
  openedByCustomer,
  operatorCameOnline,
  reopen,
  reply,
  returnToBot,
  take,
  type Ownership,
} from './chat-rules.ts';

describe('a chat', () => {
  const waiting = openedByCustomer(1000);
  const mine = { state: 'active', operatorId: 'olga', waitingSince: 1000 } as const;

  test('opens waiting, from its first message', () => {
    expect(waiting).toEqual({ state: 'waiting', waitingSince: 1000 });
    expect(customerWrote(waiting, 2000).waitingSince).toBe(1000);
  });

  test('waits again from the first message after an answer', () => {
    expect(customerWrote({ state: 'active', operatorId: 'olga' }, 3000).waitingSince).toBe(3000);
  });

  test('is taken from Waiting, and stays with the operator who took it', () => {
    expect(take(waiting, 'olga', false)).toEqual({ ok: true, changed: true, ownership: mine });
    expect(take(mine, 'olga', false)).toEqual({ ok: true, changed: false, ownership: mine });
  });

  test('of a colleague is only taken over explicitly', () => {
    expect(take(mine, 'boris', false)).toEqual({ ok: false, refusal: 'chat_taken' });
    expect(take(mine, 'boris', true)).toMatchObject({ ok: true, ownership: { operatorId: 'boris' } });
    expect(reply(mine, 'boris')).toEqual({ ok: false, refusal: 'chat_taken' });
  });

  test('is taken by answering it, and then nobody waits any more', () => {
    const ownership = { state: 'active', operatorId: 'olga', waitingSince: undefined };
    expect(reply(waiting, 'olga')).toEqual({ ok: true, changed: true, ownership });
  });

  test('cannot be taken or answered once closed, and closing it again changes nothing', () => {
    const closed = close(mine);
    expect(closed).toMatchObject({ ok: true, changed: true, ownership: { state: 'closed' } });
    expect(take({ state: 'closed' }, 'olga', true)).toEqual({ ok: false, refusal: 'chat_closed' });
    expect(reply({ state: 'closed' }, 'olga')).toEqual({ ok: false, refusal: 'chat_closed' });
    expect(close({ state: 'closed' })).toMatchObject({ ok: true, changed: false });
  });

  test('returns to its previous state when reopened', () => {
    expect(reopen({ state: 'closed' }, waiting)).toEqual({ ok: true, changed: true, ownership: waiting });
  });
});

describe('a chat of a bot', () => {
  const held = openedByCustomer(1000, 'faq');

  test('opens with the bot that works on its channel', () => {
    expect(held).toEqual({ state: 'bot', botId: 'faq', waitingSince: 1000 });
    expect(botReplied(held).waitingSince).toBeUndefined();
  });

  test('joins Waiting when the bot asks for a person while an operator is online, and the bot may still write', () => {
    const { ownership } = inviteAgent(held, true, 2000);
    expect(ownership).toMatchObject({ state: 'waiting', waitingSince: 1000, askedForPerson: true, botMaySpeak: true });
    expect(whyHeldBack(ownership, 'faq', true)).toBeUndefined();
    // The customer still waits for the person.
    expect(botReplied(ownership).waitingSince).toBe(1000);
  });

  test('stays with the bot when it asks for a person while nobody is online, until someone is', () => {
    const { ownership } = inviteAgent(botReplied(held), false, 2000);
    expect(ownership).toMatchObject({ state: 'bot', waitingSince: 2000, askedForPerson: true });
    expect(inviteAgent(ownership, false, 3000)).toMatchObject({ changed: false });
    expect(operatorCameOnline(ownership, 4000).ownership).toMatchObject({
      state: 'waiting',
      waitingSince: 2000,
      botMaySpeak: true,
    });
    expect(operatorCameOnline(held, 4000).changed).toBe(false);
  });

  test('belongs to the operators alone once its bot has lost it', () => {
    const { ownership } = handOver(botReplied(held), 'faq', 5000);
    expect(ownership).toMatchObject({ state: 'waiting', waitingSince: 5000 });
    expect(whyHeldBack(ownership, 'faq', true)).toBe('handed_over');
    expect(handOver(ownership, 'faq', 6000).changed).toBe(false);
    expect(handOver(held, 'another', 6000).changed).toBe(false);
  });

  test('can be taken over at once, and given back', () => {
    const taken = take(held, 'olga', false);
    const ownership = taken.ok ? taken.ownership : held;
    expect(whyHeldBack(ownership, 'faq', true)).toBe('operator_has_it');
    expect(returnToBot(ownership, 'boris', 'faq')).toEqual({ ok: false, refusal: 'chat_taken' });
    expect(returnToBot(ownership, 'olga', 'faq')).toMatchObject({
      ok: true,
      changed: true,
      ownership: { state: 'bot', botId: 'faq' },
    });
    expect(returnToBot(held, 'olga', 'faq')).toMatchObject({ ok: true, changed: false });
    expect(returnToBot({ state: 'closed', botId: 'faq' }, 'olga', 'faq')).toEqual({
      ok: false,
      refusal: 'chat_closed',
    });
  });

  test('holds back messages of a bot that had it before, in every state', () => {
    const says = (ownership: Ownership) => whyHeldBack(ownership, 'former', true);
    expect(says(held)).toBe('other_bot_has_it');
    expect(says({ ...held, state: 'waiting', botMaySpeak: true })).toBe('handed_over');
    expect(says({ ...held, state: 'active', operatorId: 'olga' })).toBe('operator_has_it');
    expect(says({ ...held, state: 'closed' })).toBe('chat_closed');
  });

  test('holds back a bot that is switched off, and any bot after it is closed', () => {
    expect(whyHeldBack(held, 'faq', true)).toBeUndefined();
    expect(whyHeldBack(held, 'faq', false)).toBe('bot_disabled');
    expect(whyHeldBack({ state: 'closed', botId: 'faq' }, 'faq', true)).toBe('chat_closed');
  });
});
