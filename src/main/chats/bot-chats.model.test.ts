import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { createChatWorld, type ChatWorld } from '../../../test/fixtures/chat-world.ts';
import { acting, as, standing } from '../../../test/fixtures/acts.ts';

/**
 * Random chat histories checked against the smallest model of ownership that the interface allows. After every step:
 * one owner per chat, no chat out of sight, and no bot message to a customer whom an operator answers.
 */
const CUSTOMERS = ['anna', 'boris'] as const;
const OPERATORS = ['olga', 'piotr'] as const;
type Customer = (typeof CUSTOMERS)[number];
type OperatorId = (typeof OPERATORS)[number];

interface ModelChat {
  owner: 'bot' | 'queue' | OperatorId;
  asked: boolean;
  /** waiting because the bot asked for a person: the bot may write until somebody takes the chat */
  botMaySpeak: boolean;
}

interface Model {
  readonly open: Map<Customer, ModelChat>;
  readonly online: Set<OperatorId>;
  botEnabled: boolean;
}

interface Real {
  readonly world: ChatWorld;
  /** keeps customers of one run apart from those of others */
  readonly run: number;
}

const externalId = (customer: Customer, { run }: Real): string => JSON.stringify(`${customer}-${run}`);

async function openChat(customer: Customer, real: Real): Promise<Chat | undefined> {
  const { chatId } = await real.world.store.read('findSender', {
    channelId: 'shop',
    externalId: externalId(customer, real),
  });
  return chatId === undefined ? undefined : real.world.store.read('readChat', { chatId });
}

/** Every chat matches the model, and is in exactly one visible list. */
async function check(model: Model, real: Real): Promise<void> {
  const { store } = real.world;
  const seen = new Map<string, string[]>();
  for (const filter of ['waiting', 'bot', 'mine'] as const) {
    for (const operatorId of filter === 'mine' ? OPERATORS : (['olga'] as const)) {
      for (const { id } of (await store.read('chats.list', { filter, limit: 200 }, acting(operatorId))).chats)
        seen.set(id, [...(seen.get(id) ?? []), filter === 'mine' ? operatorId : filter]);
    }
  }
  for (const customer of CUSTOMERS) {
    const expected = model.open.get(customer);
    const chat = await openChat(customer, real);
    if (expected === undefined) {
      expect(chat).toBeUndefined();
      continue;
    }
    const { owner } = expected;
    const state = owner === 'bot' ? 'bot' : owner === 'queue' ? 'waiting' : 'active';
    expect(chat).toMatchObject({ state, askedForPerson: expected.asked });
    expect(chat?.operatorId).toBe(state === 'active' ? owner : undefined);
    expect(seen.get(chat?.id ?? '')).toEqual([owner === 'queue' ? 'waiting' : owner]);
    if (state === 'waiting') expect(chat?.waitingSince).toBeDefined();
  }
}

type Step = fc.AsyncCommand<Model, Real>;

function step(
  name: string,
  enabled: (model: Readonly<Model>) => boolean,
  act: (model: Model, real: Real) => Promise<void>,
): Step {
  return {
    check: enabled,
    run: async (model, real) => {
      await real.world.clock.advance(1000);
      await act(model, real);
      await check(model, real);
    },
    toString: () => name,
  };
}

const refusedWith = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : 'fault'),
  );

const writes = (customer: Customer): Step =>
  step(
    `${customer} writes`,
    () => true,
    async (model, real) => {
      const { world } = real;
      const told = world.toBot.length;
      await world.say(externalId(customer, real));
      if (!model.open.has(customer))
        model.open.set(customer, { owner: model.botEnabled ? 'bot' : 'queue', asked: false, botMaySpeak: false });
      const isForBot = model.open.get(customer)?.owner === 'bot';
      expect(world.toBot.length - told).toBe(isForBot ? 1 : 0);
    },
  );

const receive = ({ world }: Real, { id, customer }: Chat, action: Parameters<ChatWorld['hear']>[1]) =>
  world.hear(id, action, { customerId: customer.id });

const botSays = (customer: Customer): Step =>
  step(
    `the bot answers ${customer}`,
    (model) => model.open.has(customer),
    async (model, real) => {
      const chat = await openChat(customer, real);
      const sent = real.world.toCustomer.length;
      const received = await receive(real, chat as Chat, {
        event: 'BOT_MESSAGE',
        message: { type: 'TEXT', text: 'An answer' },
      });
      const { owner, botMaySpeak } = model.open.get(customer) ?? { owner: 'queue', botMaySpeak: false };
      const may = model.botEnabled && (owner === 'bot' || (owner === 'queue' && botMaySpeak));
      // The bot never had this chat.
      expect(received.outcome).toBe(may ? 'accepted' : chat?.botId === undefined ? 'refused' : 'held_back');
      expect(real.world.toCustomer.length - sent).toBe(may ? 1 : 0);
    },
  );

const botInvites = (customer: Customer): Step =>
  step(
    `the bot asks for a person for ${customer}`,
    (model) => model.open.has(customer),
    async (model, real) => {
      const told = real.world.toBot.length;
      const received = await receive(real, (await openChat(customer, real)) as Chat, {
        event: 'INVITE_AGENT',
      });
      const chat = model.open.get(customer);
      if (chat === undefined || received.outcome !== 'accepted' || chat.owner !== 'bot')
        return expect(real.world.toBot.length).toBe(told);
      chat.asked = true;
      if (model.online.size > 0) Object.assign(chat, { owner: 'queue', botMaySpeak: true });
      expect(real.world.toBot.slice(told).map(({ kind }) => kind)).toEqual(
        chat.owner === 'bot' ? ['AGENT_UNAVAILABLE'] : [],
      );
    },
  );

const takes = (operator: OperatorId, customer: Customer, over: boolean): Step =>
  step(
    `${operator} takes ${customer}’s chat${over ? ' over' : ''}`,
    (model) => model.open.has(customer),
    async (model, real) => {
      const chat = model.open.get(customer);
      const isHeld = chat !== undefined && chat.owner !== operator && OPERATORS.includes(chat.owner as OperatorId);
      const done = await refusedWith(
        real.world.perform['chats.take']({ chatId: ((await openChat(customer, real)) as Chat).id, over }, as(operator)),
      );
      expect(done).toBe(isHeld && !over ? 'chat_taken' : 'done');
      if (done === 'done')
        model.open.set(
          customer,
          chat?.owner === operator ? chat : { owner: operator, asked: false, botMaySpeak: false },
        );
    },
  );

const assigns = (operator: OperatorId, to: OperatorId, customer: Customer, over: boolean, undo: boolean): Step =>
  step(
    `${operator} gives ${customer}’s chat to ${to}${over ? ', whoever has it' : ''}${undo ? ', and takes it back' : ''}`,
    (model) => model.open.has(customer),
    async (model, real) => {
      const { perform, toBot } = real.world;
      const chat = model.open.get(customer);
      const { id: chatId } = (await openChat(customer, real)) as Chat;
      const isHeld = chat?.owner !== operator && chat?.owner !== to && OPERATORS.includes(chat?.owner as OperatorId);
      const done = await refusedWith(perform['chats.assign']({ chatId, operatorId: to, over, note: '' }, as(operator)));
      expect(done).toBe(isHeld && !over ? 'chat_taken' : 'done');
      if (chat === undefined || done !== 'done' || chat.owner === to) return;
      model.open.set(customer, { owner: to, asked: false, botMaySpeak: false });
      const told = toBot.length;
      if (!undo || operator === to) return;
      expect(await refusedWith(perform['chats.unassign']({ chatId }, as(operator)))).toBe('done');
      const goesToBot = chat.owner === 'bot' && model.botEnabled;
      const isHeldBefore = OPERATORS.includes(chat.owner as OperatorId);
      model.open.set(customer, {
        owner: isHeldBefore || goesToBot ? chat.owner : 'queue',
        asked: !isHeldBefore && chat.asked,
        botMaySpeak: false,
      });
      if (!goesToBot) expect(toBot.length).toBe(told);
    },
  );

const replies = (operator: OperatorId, customer: Customer): Step =>
  step(
    `${operator} answers ${customer}`,
    (model) => model.open.has(customer),
    async (model, real) => {
      const owner = model.open.get(customer)?.owner;
      const isHeld = owner !== operator && OPERATORS.includes(owner as OperatorId);
      const done = await refusedWith(
        real.world.perform['chats.reply'](
          { chatId: ((await openChat(customer, real)) as Chat).id, text: 'Hi' },
          as(operator),
        ),
      );
      expect(done).toBe(isHeld ? 'chat_taken' : 'done');
      if (done === 'done') model.open.set(customer, { owner: operator, asked: false, botMaySpeak: false });
    },
  );

const givesBack = (operator: OperatorId, customer: Customer): Step =>
  step(
    `${operator} gives ${customer}’s chat to the bot`,
    (model) => model.open.has(customer),
    async (model, real) => {
      const owner = model.open.get(customer)?.owner;
      const isHeld = owner !== operator && OPERATORS.includes(owner as OperatorId);
      const done = await refusedWith(
        real.world.perform['chats.returnToBot'](
          { chatId: ((await openChat(customer, real)) as Chat).id },
          as(operator),
        ),
      );
      expect(done).toBe(!model.botEnabled ? 'no_bot' : isHeld ? 'chat_taken' : 'done');
      if (done === 'done' && owner !== 'bot')
        model.open.set(customer, { owner: 'bot', asked: false, botMaySpeak: false });
    },
  );

const closes = (operator: OperatorId, customer: Customer): Step =>
  step(
    `${operator} closes ${customer}’s chat`,
    (model) => model.open.has(customer),
    async (model, real) => {
      const chat = (await openChat(customer, real)) as Chat;
      const told = real.world.toBot.length;
      await real.world.perform['chats.close']({ chatId: chat.id }, as(operator));
      expect(real.world.toBot.slice(told).map(({ kind }) => kind)).toEqual(
        chat.botId === undefined ? [] : ['CHAT_CLOSED'],
      );
      model.open.delete(customer);
    },
  );

const presence = (operator: OperatorId, isOnline: boolean): Step =>
  step(
    `${operator} is ${isOnline ? 'online' : 'away'}`,
    () => true,
    async (model, { world }) => {
      for (const set of [model.online, world.online]) {
        if (isOnline) set.add(operator);
        else set.delete(operator);
      }
      if (world.online.size > 0) await world.perform['bots.operatorsCame']({});
      if (model.online.size > 0)
        for (const chat of model.open.values())
          if (chat.owner === 'bot' && chat.asked) Object.assign(chat, { owner: 'queue', botMaySpeak: true });
    },
  );

const eventEnds = (isSuccess: boolean): Step =>
  step(
    isSuccess ? 'the bot takes the oldest event' : 'the oldest event does not reach the bot',
    () => true,
    async (model, real) => {
      const { world } = real;
      const event = world.toBot.shift();
      if (event === undefined) return;
      const isDue = (await world.store.write('beginEventAttempt', { id: event.id })) !== undefined;
      if (!isDue) return;
      const error = isSuccess ? undefined : ({ kind: 'timeout' } as const);
      await world.store.write('bots.endEvent', { id: event.id, log: [], error }, standing(world.clock.wall()));
      if (isSuccess || event.kind !== 'CLIENT_MESSAGE') return;
      for (const customer of CUSTOMERS) {
        const chat = model.open.get(customer);
        if (chat?.owner === 'bot' && (await openChat(customer, real))?.id === event.chatId)
          Object.assign(chat, { owner: 'queue', botMaySpeak: false });
      }
    },
  );

const botSwitched = (isOn: boolean): Step =>
  step(
    `the bot is switched ${isOn ? 'on' : 'off'}`,
    () => true,
    async (model, { world }) => {
      model.botEnabled = isOn;
      await world.switchBot(isOn);
      if (!isOn)
        for (const chat of model.open.values())
          if (chat.owner === 'bot') Object.assign(chat, { owner: 'queue', botMaySpeak: false });
    },
  );

const goesSilent = (customer: Customer): Step =>
  step(
    `the bot is silent towards ${customer}`,
    (model) => model.open.get(customer)?.owner === 'bot',
    async (model, real) => {
      const { id: chatId } = (await openChat(customer, real)) as Chat;
      const chat = model.open.get(customer);
      // Silence has its own model; here it only moves a chat if an operator is there and nobody was asked for
      // meanwhile.
      const isSilent = (await real.world.store.read('listSilentBotChats', { chatId })).length > 0;
      await real.world.perform['bots.handOverSilent']({ chatId, botId: 'faq' });
      if (chat === undefined || !isSilent || model.online.size === 0) return;
      expect(chat.asked).toBe(false);
      Object.assign(chat, { owner: 'queue', botMaySpeak: false });
    },
  );

const steps = (): fc.Arbitrary<Step>[] => {
  const customer = fc.constantFrom(...CUSTOMERS);
  const operator = fc.constantFrom(...OPERATORS);
  return [
    customer.map(writes),
    customer.map(writes),
    customer.map(botSays),
    customer.map(botInvites),
    fc.tuple(operator, customer, fc.boolean()).map(([who, whose, over]) => takes(who, whose, over)),
    fc
      .tuple(operator, operator, customer, fc.boolean(), fc.boolean())
      .map(([who, to, whose, over, undo]) => assigns(who, to, whose, over, undo)),
    fc.tuple(operator, customer).map(([who, whom]) => replies(who, whom)),
    fc.tuple(operator, customer).map(([who, whose]) => givesBack(who, whose)),
    fc.tuple(operator, customer).map(([who, whose]) => closes(who, whose)),
    fc.tuple(operator, fc.boolean()).map(([who, isOnline]) => presence(who, isOnline)),
    fc.boolean().map(eventEnds),
    fc.boolean().map(botSwitched),
    customer.map(goesSilent),
  ];
};

describe('chats of customers, operators and a bot', () => {
  let store: MemoryStore;
  beforeAll(async () => {
    store = await openUsualStore();
  });

  test('have exactly one owner each, whatever the order of events', async () => {
    let run = 0;
    const lives = await fc.check(
      fc.asyncProperty(fc.commands(steps(), { maxCommands: 40, size: 'max' }), async (commands) => {
        run += 1;
        const world = createChatWorld(store);
        await world.switchBot(true);
        const model: Model = { open: new Map(), online: new Set(), botEnabled: true };
        await fc.asyncModelRun(() => ({ model, real: { world, run } }), commands);
        for (const customer of CUSTOMERS) {
          const chat = await openChat(customer, { world, run });
          if (chat !== undefined) await world.perform['chats.close']({ chatId: chat.id }, as('olga'));
        }
      }),
      { numRuns: 60 },
    );
    expect(await fc.asyncDefaultReportMessage(lives)).toBeUndefined();
  });
});
