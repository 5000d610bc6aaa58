import { beforeAll, expect, test } from 'vitest';
import { createChatWorld, type ChatWorld } from '../../../../test/fixtures/chat-world.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { standing } from '../../../../test/fixtures/acts.ts';

let store: MemoryStore;
let world: ChatWorld;
let customers = 0;

const OLGA = { at: 1, operatorId: 'olga', role: 'owner' } as const;

beforeAll(async () => {
  store = await openUsualStore();
  world = createChatWorld(store);
  world.online.add('owner');
  await world.switchBot(true);
});

/** A customer's message on its way to the bot. */
async function onTheWay() {
  customers += 1;
  await world.say(`"c${customers}"`);
  const event = world.toBot.at(-1);
  if (event === undefined) throw new Error('the bot gets nothing');
  const { id, chatId } = event;
  const write = () => store.write('beginEventAttempt', { id });
  return {
    chatId,
    begins: write,
    /** an attempt whose request went out whole, or not */
    fails: async (isWhole: boolean) => {
      const begun = await write();
      const unansweredAfter = isWhole ? begun?.after : undefined;
      await store.write('recordEventAttempt', { id, log: [], unansweredAfter });
    },
    /** the verdict; returns whether the bot keeps the chat */
    ends: async (error: DeliveryError = { kind: 'timeout' }) => {
      const { answer: isTaken, chats } = await store.write('bots.endEvent', { id, log: [], error }, standing());
      expect(chats?.[0]?.chat.state).toBe(isTaken ? undefined : 'waiting');
      return isTaken;
    },
  };
}

const posts = (chatId: string, text = 'Good day', digest?: string, botId = 'faq', body = '{}') =>
  store.write(
    'bots.act',
    {
      bot: { id: botId, name: botId, enabled: true },
      chatId,
      customerId: undefined,
      id: undefined,
      action: { event: 'BOT_MESSAGE', message: { type: 'TEXT', text } },
      body,
      digest,
    },
    standing(),
  );

test('an attempt that went out whole and stayed without an answer is received if the bot has posted since', async () => {
  const event = await onTheWay();
  await event.fails(true);
  await posts(event.chatId);
  expect(await event.begins()).toMatchObject({ isReceived: true });
  expect(await event.ends()).toBe(true);
});

test('so it is with evidence that comes during a later attempt, even one that is refused', async () => {
  const event = await onTheWay();
  await event.fails(true);
  expect(await event.begins()).toMatchObject({ isReceived: false });
  await posts(event.chatId);
  expect(await event.ends({ kind: 'status', status: 500 })).toBe(true);
});

test('so it is with evidence that was posted before', async () => {
  const event = await onTheWay();
  await posts(event.chatId, 'Again', 'same');
  await event.fails(true);
  await posts(event.chatId, 'Again', 'same');
  expect(await event.ends()).toBe(true);
});

test('so it is after a restart between the attempts', async () => {
  const event = await onTheWay();
  await event.fails(true);
  await posts(event.chatId);
  store.restart();
  expect(await event.begins()).toMatchObject({ isReceived: true });
  expect(await event.ends({ kind: 'interrupted' })).toBe(true);
});

test('a refused or cut connection, an error status and an interrupted attempt are never received', async () => {
  const event = await onTheWay();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await event.fails(false);
    await posts(event.chatId);
  }
  expect(await event.ends({ kind: 'unreachable' })).toBe(false);
});

test.each([
  ['nothing at all', () => Promise.resolve()],
  ['an event in another chat', async () => posts((await onTheWay()).chatId)],
  ['an event of another bot', (chatId: string) => posts(chatId, 'Good day', undefined, 'sales')],
  [
    'a malformed event',
    (chatId: string) =>
      store.write('refuseEvent', {
        botId: 'faq',
        chatId,
        kind: 'BOT_MESSAGE',
        body: '{}',
        status: 400,
        at: 0,
      }),
  ],
])('%s is no evidence', async (_what, happens: (chatId: string) => Promise<unknown>) => {
  const event = await onTheWay();
  await event.fails(true);
  await happens(event.chatId);
  expect(await event.begins()).toMatchObject({ isReceived: false });
  expect(await event.ends()).toBe(false);
});

test('what the bot posted before the attempt is no evidence, nor what it posts after the verdict', async () => {
  const event = await onTheWay();
  await posts(event.chatId);
  await event.fails(true);
  expect(await event.ends()).toBe(false);
  expect(await posts(event.chatId)).toMatchObject({
    answer: { outcome: 'held_back', reason: 'handed_over' },
  });
  expect(await store.read('readChat', { chatId: event.chatId })).toMatchObject({ state: 'waiting' });
});

test('a page of a chat’s turns has fewer where a bot has written much, and none is left out', async () => {
  const { chatId } = await onTheWay();
  const written = 60;
  for (let count = 0; count < written; count += 1) await posts(chatId, 'Hi', undefined, 'faq', '日'.repeat(20_000));
  const [ids, sizes]: [string[], number[]] = [[], []];
  for (let hasEarlier = true; hasEarlier;) {
    const page = await store.read('bots.turns', { chatId, limit: 200, before: ids[0] }, OLGA);
    ids.unshift(...page.turns.map(({ id }) => id));
    sizes.push(Buffer.byteLength(JSON.stringify(page)));
    ({ hasEarlier } = page);
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith('e')).length).toBe(written + 1);
  expect(Math.max(...sizes)).toBeLessThan(1_100_000);
});
