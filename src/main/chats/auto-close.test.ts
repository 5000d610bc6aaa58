import { afterEach, beforeEach, expect, test } from 'vitest';
import { openUsualStore } from '../../../test/fixtures/memory-store.ts';
import type { Due } from '#main/clock/due-work.ts';
import { startAutoClose } from './auto-close.ts';
import { type ChatWorld, createChatWorld } from '../../../test/fixtures/chat-world.ts';
import { acting, as } from '../../../test/fixtures/acts.ts';

const HOUR = 3_600_000;

let world: ChatWorld;
let autoClose: Due;
let hours = 0;
beforeEach(async () => {
  world = createChatWorld(await openUsualStore());
  hours = 0;
  autoClose = startAutoClose({ ...world, hours: () => hours });
});
afterEach(() => autoClose.stop());

const say = (customer: string) => world.say(JSON.stringify(customer));
const answer = (chatId: string) => world.perform['chats.reply']({ chatId, text: 'Yes' }, as('olga'));
const stateOf = async (chatId: string) => (await world.store.read('readChat', { chatId })).state;
const lastLine = async (chatId: string) =>
  (await world.store.read('messages.list', { chatId, limit: 50 }, acting('olga'))).messages.at(-1);
test('closes nothing until a time is set', async () => {
  const chatId = await say('anna');
  await answer(chatId);
  await world.clock.advance(1000 * HOUR);
  await autoClose.check();
  expect(await stateOf(chatId)).toBe('active');
});

test('closes a chat after that many hours without a message, and gives the reason', async () => {
  hours = 2;
  const chatId = await say('anna');
  await answer(chatId);
  await world.clock.advance(2 * HOUR + 1);
  await autoClose.check();
  expect(await stateOf(chatId)).toBe('closed');
  expect(await lastLine(chatId)).toMatchObject({ from: 'system', event: { kind: 'closed_by_silence', hours: 2 } });
  expect(world.told.at(-1)).toMatchObject({ name: 'chat.changed', data: { chat: { id: chatId, state: 'closed' } } });
});

test('starts over with each message', async () => {
  hours = 2;
  const chatId = await say('anna');
  await answer(chatId);
  await world.clock.advance(HOUR);
  await answer(chatId);
  await world.clock.advance(2 * HOUR - 1);
  await autoClose.check();
  expect(await stateOf(chatId)).toBe('active');
});

test('spares chats waiting for an answer', async () => {
  hours = 2;
  const chatId = await say('anna');
  await world.clock.advance(3 * HOUR);
  await autoClose.check();
  expect(await stateOf(chatId)).toBe('waiting');
});

test('notifies a bot that had the chat', async () => {
  hours = 2;
  await world.switchBot(true);
  const chatId = await say('anna');
  await world.hear(chatId, { event: 'BOT_MESSAGE', message: { type: 'TEXT', text: 'Yes' } });
  await world.clock.advance(3 * HOUR);
  await autoClose.check();
  expect(world.toBot.at(-1)).toMatchObject({ chatId, botId: 'faq', kind: 'CHAT_CLOSED' });
});

test('catches up at the start on chats that expired while the computer was off, however many', async () => {
  hours = 2;
  const chatIds = await Promise.all(Array.from({ length: 120 }, (_, index) => say(`customer ${String(index)}`)));
  await Promise.all(chatIds.map(answer));
  await world.clock.advance(3 * HOUR);
  const fresh = await say('somebody new');
  await autoClose.check();
  expect(new Set(await Promise.all(chatIds.map(stateOf)))).toEqual(new Set(['closed']));
  expect(await stateOf(fresh)).toBe('waiting');
});

test('keeps checking', async () => {
  hours = 2;
  await autoClose.check();
  const chatId = await say('anna');
  await answer(chatId);
  await world.clock.advance(2 * HOUR + 5 * 60_000);
  await expect.poll(() => stateOf(chatId)).toBe('closed');
});

test('of two that run on one database, one closes a chat', async () => {
  hours = 2;
  const chatId = await say('anna');
  await answer(chatId);
  const other = createChatWorld(world.store);
  await Promise.all([world, other].map(({ clock }) => clock.advance(2 * HOUR + 1)));
  const otherClose = startAutoClose({ ...other, hours: () => hours });
  await Promise.all([autoClose.check(), otherClose.check()]);
  await otherClose.stop();
  const { messages } = await world.store.read('messages.list', { chatId, limit: 50 }, acting('olga'));
  expect(messages.filter(({ event }) => event?.kind === 'closed_by_silence')).toHaveLength(1);
});
