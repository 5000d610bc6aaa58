import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HeldBackReason } from '#shared/domain/message.ts';
import {
  allTurns,
  botConversation,
  botOf,
  botTexts,
  chatIn,
  openBot,
  openConversationWith,
  reported,
  startStage,
  type BotConversation,
  type Stage,
  type TestBot,
} from '../../fixtures/bots.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { provides } from '../../fixtures/provider.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ clock: createQuickClock() });
});

afterAll(() => stage.stop());

const words = (text: string): object => ({ message: { type: 'TEXT', text } });

/** Ways in which a bot loses a chat. */
const losses: readonly (readonly [string, HeldBackReason, (conversation: BotConversation) => Promise<unknown>])[] = [
  ['an operator took it', 'operator_has_it', ({ chatId }) => stage.host.rpc('chats.take', { chatId })],
  [
    'an operator replied in it',
    'operator_has_it',
    ({ chatId }) => stage.host.rpc('chats.reply', { chatId, text: 'I am here' }),
  ],
  ['it is closed', 'chat_closed', ({ chatId }) => stage.host.rpc('chats.close', { chatId })],
  [
    'the bot no longer works on this channel, so it went to the queue',
    'handed_over',
    ({ id }) => stage.host.rpc('bots.update', { botId: id, channelIds: [] }),
  ],
  ['the bot is disabled', 'bot_disabled', ({ id }) => stage.host.rpc('bots.disable', { botId: id })],
];

/** The customer gets only the operator's messages; in closed chats nothing at all. */
async function expectNothingSent(conversation: BotConversation, forbidden: string): Promise<void> {
  const { chatId, inbox } = conversation;
  if ((await conversation.chatNow()).state === 'closed') await stage.host.rpc('chats.reopen', { chatId });
  await stage.host.rpc('chats.take', { chatId });
  await stage.host.rpc('chats.reply', { chatId, text: 'from a person' });
  await inbox.waitFor(1, ({ raw }) => raw.includes('from a person'));
  expect(inbox.replies().some(({ raw }) => raw.includes(forbidden))).toBe(false);
}

describe.concurrent('a bot that no longer has the chat', () => {
  test.each(losses)(
    '%s: 403, nothing reaches the customer, and the operator sees the message held back',
    async (_name, reason, lose) => {
      const conversation = await botConversation(stage);
      await lose(conversation);
      const before = await conversation.chatNow();
      const refused = await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'));
      expect(refused.status).toBe(403);
      expect(refused.json()).toEqual({
        error: { code: expect.any(String) as string, message: expect.stringMatching(/\S/) as string },
      });
      const held = botTexts(await conversation.feed()).find(({ text }) => text === 'Too late');
      expect(held).toMatchObject({ from: 'bot', botId: conversation.id, heldBack: reason });
      expect(held).not.toHaveProperty('delivery');
      expect(await conversation.chatNow()).toMatchObject({ state: before.state, unanswered: before.unanswered });
      await expectNothingSent(conversation, 'Too late');
    },
  );

  test('it failed and the chat joined Waiting: 403, and held back', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.busy);
    const conversation = await openConversationWith(stage.host, bot);
    await chatIn(stage.host, conversation.chatId, 'waiting');
    expect((await bot.send('BOT_MESSAGE', conversation.chat, words('Too late'))).status).toBe(403);
    expect(botTexts(await conversation.feed())).toMatchObject([{ text: 'Too late', heldBack: 'handed_over' }]);
    await expectNothingSent(conversation, 'Too late');
  });

  test('markdown and buttons are held back as the bot sent them', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    const buttons = [{ id: '1', text: 'Yes' }];
    await conversation.send('BOT_MESSAGE', conversation.chat, {
      message: { type: 'MARKDOWN', content: '**Too** late', text: 'Too late' },
    });
    await conversation.send('BOT_MESSAGE', conversation.chat, {
      message: { type: 'BUTTONS', title: 'Really?', text: 'Really? Yes', buttons },
    });
    expect(botTexts(await conversation.feed())).toMatchObject([
      { markdown: '**Too** late', heldBack: 'operator_has_it' },
      { title: 'Really?', buttons, heldBack: 'operator_has_it' },
    ]);
  });

  test('is shown as held back in the inspector', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'));
    const turns = await allTurns(stage.host, conversation.chatId);
    expect(turns.filter(({ direction }) => direction === 'in')).toMatchObject([
      { event: 'BOT_MESSAGE', outcome: 'held_back', status: 403 },
    ]);
  });

  test('open windows are updated at once', async () => {
    const conversation = await botConversation(stage);
    const events = await stage.host.events();
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'));
    const { data } = await events.waitFor(
      'message.added',
      ({ message }) => message.chatId === conversation.chatId && message.from === 'bot',
    );
    expect(data.message.heldBack).toBe('operator_has_it');
    events.close();
  });

  test.each(losses)('%s: INVITE_AGENT and INIT_RATE are 403 too, and have no effect', async (_name, _reason, lose) => {
    const conversation = await botConversation(stage);
    await lose(conversation);
    const before = await conversation.chatNow();
    for (const event of ['INVITE_AGENT', 'INIT_RATE'] as const)
      expect((await conversation.send(event, conversation.chat)).status).toBe(403);
    const after = await conversation.chatNow();
    expect([after.state, after.operatorId, after.askedForPerson]).toEqual([
      before.state,
      before.operatorId,
      before.askedForPerson,
    ]);
    expect(reported(await conversation.feed()).map(({ kind }) => kind)).not.toContain('asked_for_person');
    await expectNothingSent(conversation, '/rating/');
  });

  test('a disabled bot: CLIENT_INFO is 403, and the contacts are unchanged', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('bots.disable', { botId: conversation.id });
    expect(
      (
        await conversation.post({
          id: '1',
          event: 'CLIENT_INFO',
          client_id: conversation.chat.client_id,
          client: { name: 'Ann' },
        })
      ).status,
    ).toBe(403);
    expect((await conversation.chatNow()).customer).not.toHaveProperty('name');
  });

  test('a bot enabled again does not get its old chats back, but gets new ones', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('bots.disable', { botId: conversation.id });
    await stage.host.rpc('bots.enable', { botId: conversation.id });
    expect((await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'))).status).toBe(403);
    const next = await openConversationWith(stage.host, conversation);
    await conversation.say(next.chat, 'Good day');
  });
});

describe.concurrent("another bot's chat", () => {
  test('403, nothing reaches the customer, and the chat shows nothing of it', async () => {
    const [conversation, stranger] = [await botConversation(stage), await openBot(stage)];
    for (const [event, fields] of [
      ['BOT_MESSAGE', words('Hello from next door')],
      ['INVITE_AGENT', {}],
      ['INIT_RATE', {}],
    ] as const) {
      expect((await stranger.send(event, conversation.chat, fields)).status).toBe(403);
    }
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', botId: conversation.id, askedForPerson: false });
    expect(botTexts(await conversation.feed())).toEqual([]);
    await conversation.say(conversation.chat, 'the end');
    const received = await conversation.inbox.waitFor(1);
    expect(received.map((each) => bodyOf(each).message.text)).toEqual(['the end']);
  });

  test('a chat that never had a bot: 403', async () => {
    const bot = await openBot(stage);
    const without = await openBot(stage, { channelIds: [] });
    await without.channel.say('ann', 'Hello');
    const { id } = await without.channel.chatOf('"ann"');
    expect((await bot.send('BOT_MESSAGE', { chat_id: id }, words('Hello'))).status).toBe(403);
  });
});

describe.concurrent('after its own INVITE_AGENT', () => {
  test('a bot may still write until an operator takes the chat', async () => {
    const conversation = await botConversation(stage);
    await conversation.send('INVITE_AGENT', conversation.chat);
    expect((await conversation.chatNow()).state).toBe('waiting');
    await conversation.say(conversation.chat, 'A colleague is coming');
    const [received] = await conversation.inbox.waitFor(1);
    expect(bodyOf(received).message.text).toBe('A colleague is coming');
    expect(await conversation.chatNow()).toMatchObject({
      state: 'waiting',
      askedForPerson: true,
      waitingSince: expect.any(Number) as number,
    });
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    expect((await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'))).status).toBe(403);
    expect(botTexts(await conversation.feed()).map(({ text, heldBack }) => [text, heldBack])).toEqual([
      ['A colleague is coming', undefined],
      ['Too late', 'operator_has_it'],
    ]);
  });

  test('a bot that is then disabled may not', async () => {
    const conversation = await botConversation(stage);
    await conversation.send('INVITE_AGENT', conversation.chat);
    await stage.host.rpc('bots.disable', { botId: conversation.id });
    expect((await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'))).status).toBe(403);
    expect(botTexts(await conversation.feed())).toMatchObject([{ text: 'Too late', heldBack: 'bot_disabled' }]);
  });
});

describe.concurrent('a message in flight', () => {
  test('an operator takes over: earlier messages of the bot are sent, later ones are not', async () => {
    const conversation = await botConversation(stage);
    for (let count = 1; count <= 5; count += 1) await conversation.say(conversation.chat, `before ${count}`);
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    const late = await Promise.all(
      [1, 2, 3].map((count) => conversation.send('BOT_MESSAGE', conversation.chat, words(`after ${count}`))),
    );
    expect(late.map(({ status }) => status)).toEqual([403, 403, 403]);
    await stage.host.rpc('chats.reply', { chatId: conversation.chatId, text: 'from a person' });
    await conversation.inbox.waitFor(1, ({ raw }) => raw.includes('from a person'));
    expect(conversation.inbox.replies().map((reply) => bodyOf(reply).message.text)).toEqual(
      [1, 2, 3, 4, 5].map((count) => `before ${count}`).concat('from a person'),
    );
  });

  test('simultaneous takes and bot messages: no bot message follows the take', async () => {
    const conversation = await botConversation(stage);
    const speaking = Array.from({ length: 30 }, (_, index) =>
      conversation.send('BOT_MESSAGE', conversation.chat, words(`message ${index}`)),
    );
    const taking = stage.host.rpc('chats.take', { chatId: conversation.chatId });
    const answers = await Promise.all(speaking);
    await taking;
    const feed = await conversation.feed();
    const takenAt = feed.findIndex(({ event }) => event?.kind === 'taken');
    expect(takenAt).toBeGreaterThan(0);
    for (const [index, line] of feed.entries())
      if (line.from === 'bot') expect(line.heldBack).toBe(index < takenAt ? undefined : 'operator_has_it');
    expect(botTexts(feed).filter(({ heldBack }) => heldBack === undefined)).toHaveLength(
      answers.filter(({ status }) => status === 200).length,
    );
  });
});

describe.concurrent('a bot whose chat another bot has now', () => {
  /** The first bot had it, then an operator took it and gave it back while only the second worked. */
  const handedOn = async (): Promise<{ readonly first: BotConversation; readonly second: TestBot }> => {
    const { host, provider } = stage;
    const first = await botConversation(stage);
    const address = provider.address(`second-${first.chatId}`);
    const { id } = await host.rpc('bots.create', {
      name: `second of ${first.chatId}`,
      endpoint: address.url,
      channelIds: [first.channel.id],
      silenceSeconds: 0,
    });
    await host.rpc('chats.take', { chatId: first.chatId });
    await host.rpc('bots.disable', { botId: first.id });
    expect(await host.rpc('chats.returnToBot', { chatId: first.chatId })).toMatchObject({ state: 'bot', botId: id });
    await host.rpc('bots.enable', { botId: first.id });
    return { first, second: await botOf(host, id, { address, channel: first.channel, inbox: first.inbox }) };
  };
  const heldIn = async ({ id, feed }: BotConversation): Promise<readonly unknown[]> =>
    (await feed()).filter(({ botId }) => botId === id).map(({ text, heldBack }) => [text, heldBack]);

  test('is answered 403 in every later state, shown in the chat and the inspector; its contacts change nothing', async () => {
    const { first, second } = await handedOn();
    const { chatId, chat } = first;
    expect((await first.send('BOT_MESSAGE', chat, words('Still me'))).status).toBe(403);
    expect(
      (await first.send('CLIENT_INFO', chat, { client_id: chat.client_id, client: { name: 'Somebody' } })).status,
    ).toBe(403);
    expect((await first.send('INVITE_AGENT', chat)).status).toBe(403);
    expect(await first.chatNow()).toMatchObject({ state: 'bot', botId: second.id, askedForPerson: false });
    expect((await first.chatNow()).customer).not.toHaveProperty('name');
    // Constant ids: equal messages with the same id are separate for each bot.
    expect((await first.post({ id: '1', event: 'BOT_MESSAGE', chat_id: chatId, ...words('Hello') })).status).toBe(403);
    expect((await second.post({ id: '1', event: 'BOT_MESSAGE', chat_id: chatId, ...words('Hello') })).status).toBe(200);
    await stage.host.rpc('chats.take', { chatId });
    expect((await first.send('BOT_MESSAGE', chat, words('And now'))).status).toBe(403);
    await stage.host.rpc('chats.close', { chatId });
    expect((await first.send('BOT_MESSAGE', chat, words('At the end'))).status).toBe(403);
    expect(await heldIn(first)).toEqual([
      ['Still me', 'other_bot_has_it'],
      ['Hello', 'other_bot_has_it'],
      ['And now', 'operator_has_it'],
      ['At the end', 'chat_closed'],
    ]);
    const turns = (await allTurns(stage.host, chatId)).filter(
      (turn) => turn.direction === 'in' && turn.botId === first.id,
    );
    expect(turns).toHaveLength(6);
    await expectNothingSent(first, 'Still me');
  });

  test('is told when the chat is closed, like the bot that has it; a dead one does not delay the other', async () => {
    const { first, second } = await handedOn();
    first.address.react(provides.busy);
    await stage.host.rpc('chats.close', { chatId: first.chatId });
    await second.address.next('CHAT_CLOSED', ({ chat_id }) => chat_id === first.chatId);
    expect((await first.address.next('CHAT_CLOSED')).seen.chat_id).toBe(first.chatId);
    // The second one was told before the attempts at the first ended.
    expect(first.address.of('CHAT_CLOSED').length).toBeLessThan(3);
  });

  test('a bot that never had it is not told', async () => {
    const { first } = await handedOn();
    const stranger = await openBot(stage);
    expect((await stranger.send('BOT_MESSAGE', first.chat, words('Hello'))).status).toBe(403);
    await stage.host.rpc('chats.close', { chatId: first.chatId });
    await first.address.next('CHAT_CLOSED');
    expect(stranger.address.attempts()).toEqual([]);
    expect((await first.feed()).some(({ botId }) => botId === stranger.id)).toBe(false);
  });
});
