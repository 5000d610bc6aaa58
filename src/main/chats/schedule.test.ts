import { afterEach, beforeEach, expect, test } from 'vitest';
import { createChatWorld, type ChatWorld } from '../../../test/fixtures/chat-world.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { startSchedule } from './schedule.ts';
import { acting, as, standing } from '../../../test/fixtures/acts.ts';
import { createPerform } from '#main/engine/perform.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let store: MemoryStore;
let world: ChatWorld;
let schedule: ReturnType<typeof startSchedule>;
beforeEach(async () => {
  store = await openUsualStore();
  world = createChatWorld(store);
  world.bot.enabled = false;
  schedule = startSchedule(world);
});
afterEach(() => schedule.stop());

/** starts it again after that time */
const restart = async (offFor: number): Promise<void> => {
  await schedule.stop();
  await world.clock.advance(offFor);
  store.restart();
  schedule = startSchedule(world);
  await schedule.check();
};

const say = (customer: string, text?: string) => world.say(JSON.stringify(customer), text);
const chatOf = (chatId: string) => store.read('readChat', { chatId });
const feed = async (chatId: string) =>
  (await store.read('messages.list', { chatId, limit: 50 }, acting('olga'))).messages;
const linesOf = async (chatId: string) => (await feed(chatId)).flatMap(({ event }) => event?.kind ?? []);
const waiting = async () =>
  (await store.read('chats.list', { filter: 'needsMe', limit: 50 }, acting('olga'))).chats.map(({ id }) => id);
const inHours = (hours: number): number => world.clock.wall() + hours * HOUR;
const sendLater = (chatId: string, hours: number, text = 'As promised', clientId = 'olga-later-1') =>
  world.perform['replies.schedule']({ chatId, text, sendAt: inHours(hours), clientId }, as('olga'));
/** what was sent to customers */
const sent = (): string[] =>
  world.toCustomer.map(({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text);
/** advances time and finishes the work that falls due */
const pass = async (milliseconds: number): Promise<void> => {
  await world.clock.advance(milliseconds);
  await schedule.check();
};

test('a snoozed chat leaves Waiting, and returns when due with its original waiting time', async () => {
  const [first, second] = [await say('anna'), await say('ben')];
  await world.perform['chats.snooze']({ chatId: first, until: inHours(3) }, as('olga'));
  expect(await waiting()).toEqual([second]);
  expect(await chatOf(first)).toMatchObject({ state: 'waiting', snoozed: { by: 'olga', until: inHours(3) } });
  await pass(3 * HOUR - 1);
  expect(await waiting()).toEqual([second]);
  await pass(1);
  expect(await waiting()).toEqual([first, second]);
  expect((await chatOf(first)).snoozed).toBeUndefined();
  expect(await linesOf(first)).toEqual(['snoozed', 'snooze_over']);
});

test('an answered snoozed chat comes back to its owner when due, and calls them', async () => {
  const chatId = await say('anna');
  await world.perform['chats.reply']({ chatId, text: 'I will look' }, as('olga'));
  await world.perform['chats.snooze']({ chatId, until: inHours(1) }, as('olga'));
  expect(await waiting()).toEqual([]);
  await pass(HOUR);
  expect(await waiting()).toEqual([chatId]);
  expect(await chatOf(chatId)).toMatchObject({ state: 'active', operatorId: 'olga', waitingSince: world.clock.wall() });
  expect((await chatOf(chatId)).seen).toBeUndefined();
});

test('any message from the customer ends a snooze, timed or not', async () => {
  for (const [customer, until] of [
    ['anna', undefined],
    ['ben', inHours(5)],
  ] as const) {
    const chatId = await say(customer);
    await world.perform['chats.snooze']({ chatId, until }, as('olga'));
    expect(await waiting()).not.toContain(chatId);
    await say(customer, 'Are you there?');
    expect(await waiting()).toContain(chatId);
    expect((await chatOf(chatId)).snoozed).toBeUndefined();
  }
  await pass(6 * HOUR);
});

test.each([
  ['taken by a colleague', (chatId: string) => world.perform['chats.take']({ chatId, over: true }, as('boris'))],
  ['closed', (chatId: string) => world.perform['chats.close']({ chatId }, as('olga'))],
  ['woken by hand', (chatId: string) => world.perform['chats.unsnooze']({ chatId }, as('olga'))],
])('a snooze ends when the chat is %s', async (_how, act) => {
  const chatId = await say('anna');
  await world.perform['chats.snooze']({ chatId, until: inHours(1) }, as('olga'));
  await act(chatId);
  expect((await chatOf(chatId)).snoozed).toBeUndefined();
  await pass(HOUR);
  expect(await linesOf(chatId)).not.toContain('snooze_over');
});

test('a colleague’s chat, or a closed one, cannot be snoozed', async () => {
  const chatId = await say('anna');
  await world.perform['chats.take']({ chatId, over: false }, as('boris'));
  await expect(world.perform['chats.snooze']({ chatId }, as('olga'))).rejects.toMatchObject({ code: 'chat_taken' });
  await world.perform['chats.close']({ chatId }, as('boris'));
  await expect(world.perform['chats.snooze']({ chatId }, as('olga'))).rejects.toMatchObject({ code: 'chat_closed' });
});

test('a snooze survives a restart, and one that became due meanwhile ends at once', async () => {
  const chatId = await say('anna');
  await world.perform['chats.snooze']({ chatId, until: inHours(1) }, as('olga'));
  await restart(2 * HOUR);
  expect(await waiting()).toEqual([chatId]);
});

test('a scheduled reply is sent once, at its time; until then the chat is not waiting', async () => {
  const chatId = await say('anna');
  await sendLater(chatId, 2);
  await sendLater(chatId, 2);
  expect(await waiting()).toEqual([]);
  expect((await store.read('replies.list', { chatId }, acting('olga'))).replies).toMatchObject([
    { text: 'As promised', operatorId: 'olga', sendAt: inHours(2) },
  ]);
  await pass(2 * HOUR - 1);
  expect(sent()).toEqual([]);
  await pass(1);
  await schedule.check();
  expect(sent()).toEqual(['As promised']);
  expect((await feed(chatId)).at(-1)).toMatchObject({ from: 'operator', operatorId: 'olga', clientId: 'olga-later-1' });
  expect(await chatOf(chatId)).toMatchObject({ state: 'active', operatorId: 'olga', unanswered: 0 });
  expect(await waiting()).toEqual([]);
  expect(await linesOf(chatId)).toEqual(['taken']);
  await expect(world.perform['replies.cancel']({ replyId: '1' }, as('olga'))).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a scheduled reply is sent even if the clock jumps past its time, as when a computer sleeps', async () => {
  const chatId = await say('anna');
  await sendLater(chatId, 2);
  const { clock } = world;
  const asleep = { ...clock, wall: () => clock.wall() + 3 * HOUR };
  await schedule.stop();
  const perform = createPerform({ ...world, circumstances: () => standing(asleep.wall()) });
  schedule = startSchedule({ ...world, clock: asleep, perform });
  await schedule.check();
  expect(sent()).toEqual(['As promised']);
});

test('a cancelled reply is never sent, and the chat is waiting again', async () => {
  const chatId = await say('anna');
  const { replies } = await sendLater(chatId, 1);
  await world.perform['replies.cancel']({ replyId: replies[0]?.id ?? '' }, as('olga'));
  expect(await waiting()).toEqual([chatId]);
  await pass(2 * HOUR);
  expect(sent()).toEqual([]);
});

test('a reply that became due while the host was off is sent at the start and marked as late', async () => {
  const chatId = await say('anna');
  await sendLater(chatId, 1);
  await restart(3 * HOUR);
  expect(sent()).toEqual(['As promised']);
  expect(await linesOf(chatId)).toContain('sent_late');
});

test('a scheduled reply does not answer what the customer wrote after it', async () => {
  const chatId = await say('anna');
  await sendLater(chatId, 1);
  await world.clock.advance(MINUTE);
  await say('anna', 'One more thing');
  const wroteAt = world.clock.wall();
  await pass(HOUR);
  expect(sent()).toEqual(['As promised']);
  expect(await chatOf(chatId)).toMatchObject({ unanswered: 1, waitingSince: wroteAt });
  expect(await waiting()).toEqual([chatId]);
});

test('a chat closed meanwhile is reopened for it', async () => {
  const chatId = await say('anna');
  await sendLater(chatId, 1);
  await world.perform['chats.close']({ chatId }, as('olga'));
  await pass(HOUR);
  expect(sent()).toEqual(['As promised']);
  expect(await chatOf(chatId)).toMatchObject({ state: 'active', operatorId: 'olga' });
  expect(await linesOf(chatId)).toEqual(['taken', 'closed', 'reopened_by_schedule']);
});

test.each<[string, string, (chatId: string) => Promise<unknown>]>([
  [
    'whose customer is blocked',
    'errors:refusals.chat.blocked',
    async (chatId) => {
      const { customer } = await chatOf(chatId);
      await store.write('customers.block', { customerId: customer.id }, acting('olga', inHours(0)));
    },
  ],
  [
    'that a colleague has',
    'errors:refusals.chat.taken.text',
    (chatId) => world.perform['chats.take']({ chatId, over: true }, as('boris')),
  ],
  [
    'whose customer has a newer one',
    'errors:refusals.chat.superseded',
    async (chatId) => {
      await world.perform['chats.close']({ chatId }, as('olga'));
      await say('anna', 'Me again');
    },
  ],
  [
    'whose channel was removed',
    'errors:refusals.chat.channelRemoved',
    () => store.write('removeChannel', { channelId: 'shop', at: inHours(0) }),
  ],
  [
    'whose author works here no more',
    'errors:refusals.operator.unknown',
    () => store.write('removeOperator', { operatorId: 'olga', at: inHours(0) }),
  ],
])('in a chat %s it is marked as not delivered, with the reason', async (_how, reason, act) => {
  const chatId = await say('anna');
  await sendLater(chatId, 1);
  await act(chatId);
  await pass(HOUR);
  expect(sent()).toEqual([]);
  expect((await feed(chatId)).findLast(({ from }) => from === 'operator')).toMatchObject({
    text: 'As promised',
    delivery: { state: 'failed', error: { kind: 'not_sent', reason: { code: reason } } },
  });
  expect((await chatOf(chatId)).hasFailed).toBe(true);
});

test('a long one is sent in parts; an empty one is rejected', async () => {
  const chatId = await say('anna');
  await sendLater(chatId, 1, 'word '.repeat(300));
  await pass(HOUR);
  expect(sent()).toHaveLength(2);
  expect(sent().join('')).toBe('word '.repeat(300));
  await expect(sendLater(chatId, 1, ' ', 'olga-later-2')).rejects.toMatchObject({ code: 'invalid_input' });
});

test('no timer runs while nothing is scheduled', async () => {
  const chatId = await say('anna');
  await schedule.check();
  expect(world.clock.waiting()).toBe(0);
  await world.perform['chats.snooze']({ chatId }, as('olga'));
  await schedule.check();
  expect(world.clock.waiting()).toBe(0);
  await world.perform['chats.snooze']({ chatId, until: inHours(1) }, as('olga'));
  await schedule.check();
  expect(world.clock.waiting()).toBe(1);
});

test('a chat keeps a bounded number of scheduled replies of a bounded length, and each event tells its change alone', async () => {
  const chatId = await say('anna');
  const reply = (text: string) =>
    world.perform['replies.schedule']({ chatId, text, sendAt: world.clock.wall() + HOUR }, as('olga'));
  const refusal = { code: 'invalid_input', reason: { code: 'errors:refusals.scheduled.inChat' } };
  await reply('x'.repeat(60_000));
  await expect(reply('x'.repeat(60_000))).rejects.toMatchObject(refusal);
  for (let count = 1; count < 20; count += 1) await reply(`reply ${count}`);
  await expect(reply('one more')).rejects.toMatchObject(refusal);
  const { replies } = await store.read('replies.list', { chatId }, acting('olga'));
  expect(replies).toHaveLength(20);
  expect(world.touched).toEqual(replies.map(() => ['replies', { chatId }]));
  await world.perform['replies.cancel']({ replyId: replies[0]?.id ?? '' }, as('olga'));
  await expect(reply('in its place')).resolves.toMatchObject({ chat: { id: chatId } });
});

test('of two that run on one database, one sends a reply and one ends a snooze', async () => {
  const [first, second] = [await say('anna'), await say('ben')];
  await sendLater(first, 1);
  await world.perform['chats.snooze']({ chatId: second, until: inHours(1) }, as('olga'));
  const other = createChatWorld(store);
  await other.clock.advance(HOUR);
  const otherSchedule = startSchedule(other);
  await Promise.all([pass(HOUR), otherSchedule.check()]);
  await otherSchedule.stop();
  expect([...world.toCustomer, ...other.toCustomer]).toHaveLength(1);
  expect((await feed(first)).filter(({ from }) => from === 'operator')).toHaveLength(1);
  expect(await linesOf(second)).toEqual(['snoozed', 'snooze_over']);
});
