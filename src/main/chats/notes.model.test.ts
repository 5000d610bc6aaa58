import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { callText } from '#main/desktop/notifications/notice-text.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { createChatWorld, type ChatWorld } from '../../../test/fixtures/chat-world.ts';
import { reasonOf } from '#shared/domain/alerts.ts';
import { isFailedReply } from '#shared/domain/needs-person.ts';
import { acting, as, standing } from '../../../test/fixtures/acts.ts';

/** In every note and nowhere else. */
const SECRET = 'between-us';
const OPERATORS = ['olga', 'piotr'] as const;
const OWNER = { at: 1, operatorId: 'olga', role: 'owner' } as const;

/** A customer of a chat channel, and their current chat. */
interface Life {
  readonly world: ChatWorld;
  readonly externalId: string;
  readonly notes: string[];
  chatId: string;
}

const write = async (life: Life): Promise<void> => {
  life.chatId = await life.world.say(life.externalId);
};

const eventEnds = async ({ world }: Life, isSuccess: boolean): Promise<void> => {
  const event = world.toBot.at(-1);
  if (event === undefined || (await world.store.write('beginEventAttempt', { id: event.id })) === undefined) return;
  await world.store.write(
    'bots.endEvent',
    { id: event.id, log: [], error: isSuccess ? undefined : { kind: 'timeout' } },
    standing(world.clock.wall()),
  );
};

const chatOf = ({ world, chatId }: Life): Promise<Chat> => world.store.read('readChat', { chatId });

/** A note is the same in any chat, whether written or repeated after a lost response. */
async function note(life: Life, operator: string, isAgain: boolean): Promise<void> {
  const { world, chatId, notes } = life;
  const before = await chatOf(life);
  const [sent, told, received] = [world.toCustomer.length, world.told.length, world.toBot.length];
  const clientId = `note-of-a-client-${notes.length}`;
  const { id } = await world.perform['chats.note'](
    { chatId, text: `${SECRET} ${notes.length}`, clientId },
    as(operator),
  );
  if (isAgain)
    expect((await world.perform['chats.note']({ chatId, text: SECRET, clientId }, as(operator))).id).toBe(id);
  notes.push(id);
  expect(await chatOf(life)).toEqual(before);
  expect([world.toCustomer.length, world.toBot.length]).toEqual([sent, received]);
  expect(world.told.slice(told)).toMatchObject([
    { name: 'message.added', data: { message: { id, from: 'note' }, chat: { id: chatId } } },
  ]);
}

const acts: Readonly<Record<string, (life: Life, operator: string) => Promise<unknown>>> = {
  'the customer writes': write,
  'the customer writes once more': write,
  'a note': (life, operator) => note(life, operator, false),
  'another note': (life, operator) => note(life, operator, false),
  'a note asked for twice': (life, operator) => note(life, operator, true),
  'an operator takes the chat': ({ world, chatId }, operator) =>
    world.perform['chats.take']({ chatId: chatId, over: true }, as(operator)),
  'an operator answers': ({ world, chatId }, operator) =>
    world.perform['chats.reply']({ chatId: chatId, text: 'Good day' }, as(operator)),
  'an operator looks': ({ world, chatId }, operator) =>
    world.perform['chats.markRead']({ chatId: chatId }, as(operator)),
  'an operator asks for a rating': ({ world, chatId }, operator) =>
    world.perform['chats.requestRating']({ chatId: chatId }, as(operator)),
  'the bot gets it back': ({ world, chatId }, operator) =>
    world.perform['chats.returnToBot']({ chatId: chatId }, as(operator)),
  'the bot gets it back again': ({ world, chatId }, operator) =>
    world.perform['chats.returnToBot']({ chatId: chatId }, as(operator)),
  'an operator closes the chat': ({ world, chatId }, operator) =>
    world.perform['chats.close']({ chatId: chatId }, as(operator)),
  'an operator opens it again': ({ world, chatId }, operator) =>
    world.perform['chats.reopen']({ chatId: chatId }, as(operator)),
  'the bot answers': ({ world, chatId }) =>
    world.hear(chatId, { event: 'BOT_MESSAGE', message: { type: 'TEXT', text: 'An answer' } }),
  'the bot asks for a person': ({ world, chatId }) => world.hear(chatId, { event: 'INVITE_AGENT' }),
  'the bot takes an event': (life) => eventEnds(life, true),
  'an event does not reach the bot': (life) => eventEnds(life, false),
  'the bot is silent': ({ world, chatId }) => world.perform['bots.handOverSilent']({ chatId, botId: 'faq' }),
};

/** Everything about the chats that reaches customers, bots, lists and notifications. */
async function leaving({ world: { store, toCustomer, toBot, told }, chatId, externalId }: Life): Promise<unknown> {
  const { customer } = await store.read('readChat', { chatId });
  const asking = (
    await Promise.all(OPERATORS.map((operatorId) => store.read('chats.list', { limit: 200 }, acting(operatorId))))
  ).flatMap(({ chats }) => chats);
  return {
    toCustomer,
    toBot,
    asking,
    told: told.filter((event) => !isNote(event.name === 'message.added' ? event.data.message : undefined)),
    queued: [
      await store.read('listSending'),
      await store.read('listSendingEvents'),
      await store.read('bots.turns', { chatId, limit: 200 }, OWNER),
    ],
    earlier: await store.read('customers.chats', { customerId: customer.id, limit: 200 }, OWNER),
    recipient: await store.read('findSender', { channelId: 'shop', externalId }),
    chats: told.flatMap(({ data }) => ('chat' in data ? (data.chat ?? []) : [])),
    called: told.flatMap(({ name, data }) =>
      OPERATORS.map((operatorId) => {
        if (name === 'message.added') return reasonOf(data.message, data.chat, operatorId);
        return name === 'message.changed' && isFailedReply(data.message, operatorId);
      }),
    ),
  };
}

const isNote = (message: Message | undefined): boolean => message?.from === 'note';

describe('private notes', () => {
  let store: MemoryStore;
  beforeAll(async () => {
    store = await openUsualStore();
  });

  test('never leave the conversation, whatever the order of events', async () => {
    let run = 0;
    const step = fc.record({ act: fc.constantFrom(...Object.keys(acts)), operator: fc.constantFrom(...OPERATORS) });
    const lives = await fc.check(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        run += 1;
        const life: Life = { world: createChatWorld(store), externalId: `"anna-${run}"`, notes: [], chatId: '' };
        await life.world.switchBot(true);
        await write(life);
        const chatIds = new Set<string>();
        for (const { act, operator } of steps) {
          await life.world.clock.advance(1000);
          // A step that is not possible now is rejected, and must not leak anything either.
          await acts[act]?.(life, operator).catch((error: unknown) => {
            if (!(error instanceof ContractError)) throw error;
          });
          chatIds.add(life.chatId);
        }
        expect(JSON.stringify(await leaving(life))).not.toContain(SECRET);
        const pages = await Promise.all(
          [...chatIds].map((chatId) => life.world.store.read('messages.list', { chatId, limit: 200 }, acting('olga'))),
        );
        const stored = pages.flatMap(({ messages }) => messages.filter(isNote));
        expect(stored.map(({ id }) => id)).toEqual(life.notes);
        expect(stored.every(({ text }) => text?.startsWith(SECRET))).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(await fc.asyncDefaultReportMessage(lives)).toBeUndefined();
  });

  test('put nothing in a notification, even if one were made for them', () => {
    const customer = { id: '5', channelId: 'shop', externalId: '"anna"', firstSeenAt: 1 };
    const chat: Chat = {
      id: '1',
      state: 'waiting',
      channelId: 'shop',
      customer,
      askedForPerson: false,
      unanswered: 1,
      hasFailed: false,
      openedAt: 1,
      lastActivityAt: 1,
    };
    const message = { id: '1', chatId: '1', from: 'note', type: 'text', text: SECRET, at: 1 } as const;
    const words = callText([{ reason: 'newChat', message, chat }], {
      operatorId: 'olga',
      isRepeat: false,
      withWords: true,
    });
    expect(words).toEqual({ title: 'Visitor is waiting', body: '' });
  });
});
