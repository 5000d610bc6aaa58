import { expect, it } from 'vitest';
import type { SiteMessage } from '#shared/site/frames.ts';
import { NO_CHAT, type ChatState } from '../chat/state.ts';
import { emailDueAt } from './email-question.tsx';

const MINUTE = 60_000;
const said = (...from: readonly SiteMessage['from'][]): readonly SiteMessage[] =>
  from.map((who, at) => ({ id: String(at + 1), at: at * 1000, from: who, type: 'text', text: 'Hello' }));
const due = (isStaffed: boolean, state: Partial<ChatState>) => emailDueAt({ ...NO_CHAT, ...state }, isStaffed);

it('asks a minute after the last message while somebody is there, and at once while nobody is', () => {
  const messages = said('visitor', 'operator', 'visitor', 'visitor');
  expect(due(true, { messages })).toBe(3000 + MINUTE);
  expect(due(false, { messages })).toBe(3000);
});

it('leaves a minute to whoever was asked before their first message, and to a bot', () => {
  expect(due(false, { messages: said('visitor', 'channel', 'visitor') })).toBe(2000 + MINUTE);
  expect(due(false, { messages: said('visitor'), hasMore: true })).toBe(0);
  const messages = said('visitor', 'bot', 'visitor');
  expect(due(false, { messages, siteState: { chat: 'bot', staffed: false } })).toBe(2000 + MINUTE);
});

it('asks for nothing without a message, or once there is an answer; an automatic message is none', () => {
  expect(due(false, {})).toBeUndefined();
  expect(due(false, { messages: said('visitor', 'operator') })).toBeUndefined();
  expect(due(false, { messages: said('visitor', 'bot') })).toBeUndefined();
  expect(due(true, { messages: said('operator', 'visitor', 'channel') })).toBe(1000 + MINUTE);
});

it('counts what is still on its way, and nothing that was refused', () => {
  const messages = said('visitor', 'operator');
  const entry = { frame: { kind: 'message', id: 'mine-0001', text: 'And in red?' }, at: 5000 } as const;
  expect(due(false, { messages, pending: [entry] })).toBe(5000);
  expect(due(false, { messages, pending: [{ ...entry, refused: 'over' }] })).toBeUndefined();
  const email = { frame: { kind: 'email', id: 'mine-0002', email: 'anna@shop.example' }, at: 6000 } as const;
  expect(due(false, { messages, pending: [email] })).toBeUndefined();
});
