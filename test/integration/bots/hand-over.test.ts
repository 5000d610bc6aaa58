import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allTurns,
  botConversation,
  botTexts,
  chatIn,
  openBot,
  openConversationWith,
  outTurn,
  reported,
  startStage,
  type BotConversation,
  type Stage,
  type TestBot,
} from '../../fixtures/bots.ts';
import { openChannel } from '../../fixtures/channels.ts';
import type { Reaction } from '../../fixtures/integrator.ts';
import { heldAnswer, provides } from '../../fixtures/provider.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';

let stage: Stage;
let unattended: Stage;
/** Where a test has to do something before the verdict. */
let steady: Stage;

beforeAll(async () => {
  [stage, unattended, steady] = await Promise.all([
    startStage({ clock: createQuickClock() }),
    startStage({ clock: createQuickClock(), presence: 'away' }),
    startStage({ clock: createQuickClock(2) }),
  ]);
});

afterAll(() => Promise.all([stage, unattended, steady].map((each) => each.stop())));

/** An address without a listener. */
const NOBODY = 'http://127.0.0.1:1/nobody';

async function handedOver(reaction: Reaction): Promise<BotConversation> {
  const bot = await openBot(stage);
  bot.address.react(reaction);
  const conversation = await openConversationWith(stage.host, bot);
  await chatIn(stage.host, conversation.chatId, 'waiting');
  return conversation;
}

const failures: readonly (readonly [string, Reaction, object])[] = [
  ['answers 503', provides.busy, { kind: 'status', status: 503 }],
  ['answers 500', provides.status(500), { kind: 'status', status: 500 }],
  ['answers 404', provides.status(404), { kind: 'status', status: 404 }],
  ['never answers', provides.hang, { kind: 'timeout' }],
  ['closes the connection', provides.reset, { kind: 'unreachable' }],
];

describe.concurrent('a failing provider loses the chat to the operators, and the chat shows why', () => {
  test.each(failures)('it %s', async (_name, reaction, error) => {
    const conversation = await handedOver(reaction);
    const feed = await conversation.feed();
    expect(reported(feed)).toMatchObject([
      { kind: 'handed_over', reason: 'failed', error, botId: conversation.id, botName: conversation.name },
    ]);
    expect(feed.at(-1)?.text).toContain(conversation.name);
    expect(conversation.address.attempts()).toHaveLength(3);
    expect(await outTurn(stage.host, conversation.chatId, ({ state }) => state === 'failed')).toMatchObject({
      attempts: [{ error }, { error }, { error }],
    });
  });

  test('its address does not respond', async () => {
    const bot = await openBot(stage, { endpoint: NOBODY });
    await bot.channel.say('ann', 'Hello');
    const { id: chatId } = await bot.channel.chatOf('"ann"');
    await chatIn(stage.host, chatId, 'waiting');
    expect(reported(await bot.channel.feed('"ann"'))).toMatchObject([
      { kind: 'handed_over', reason: 'failed', error: { kind: 'unreachable' } },
    ]);
    expect((await bot.channel.chatOf('"ann"')).unanswered).toBe(1);
  });

  test.each([301, 302, 303, 307, 308])('it redirects (%i): never followed', async (code) => {
    const target = stage.provider.address(`target-${code}`);
    const conversation = await handedOver(provides.redirect(target.url, code));
    expect(reported(await conversation.feed())).toMatchObject([
      { kind: 'handed_over', reason: 'failed', error: { kind: 'redirect', status: code } },
    ]);
    expect(target.attempts()).toEqual([]);
  });

  test("the waiting time counts from the customer's first unanswered message, and no message is lost", async () => {
    const bot = await openBot(steady);
    bot.address.react(provides.busy);
    const conversation = await openConversationWith(steady.host, bot);
    await conversation.write('Anybody there?');
    const chat = await chatIn(steady.host, conversation.chatId, 'waiting');
    const [first, second] = await conversation.feed();
    expect([first?.text, second?.text]).toEqual(['Hello', 'Anybody there?']);
    expect(chat).toMatchObject({ unanswered: 2, waitingSince: first?.at, askedForPerson: false });
  });

  test('its pending events are dropped, and later messages are not sent to it', async () => {
    const bot = await openBot(steady);
    bot.address.react(provides.busy);
    const conversation = await openConversationWith(steady.host, bot);
    await conversation.write('Anybody there?');
    await chatIn(steady.host, conversation.chatId, 'waiting');
    const dropped = await outTurn(steady.host, conversation.chatId, ({ state }) => state === 'dropped');
    expect(JSON.parse(dropped.body)).toMatchObject({ message: { text: 'Anybody there?' } });
    expect(dropped.attempts).toEqual([]);
    await conversation.write('To a person');
    bot.address.react(provides.ok);
    await steady.host.rpc('chats.close', { chatId: conversation.chatId });
    await bot.address.next('CHAT_CLOSED');
    expect(bot.address.attempts().map(({ seen }) => seen.message?.text)).toEqual([
      'Hello',
      'Hello',
      'Hello',
      undefined,
    ]);
  });

  test('without an operator online the chat still joins Waiting', async () => {
    const bot = await openBot(unattended);
    bot.address.react(provides.busy);
    const { chatId, feed } = await openConversationWith(unattended.host, bot);
    await chatIn(unattended.host, chatId, 'waiting');
    expect(reported(await feed())).toMatchObject([{ kind: 'handed_over', reason: 'failed' }]);
  });

  test('the journal records each attempt', async () => {
    const conversation = await handedOver(provides.busy);
    const { entries } = await stage.host.rpc('journal.list', { botId: conversation.id, outcome: 'failed' });
    expect(entries.map(({ direction, kind, status, chatId }) => [direction, kind, status, chatId])).toEqual(
      Array.from({ length: 3 }, () => ['out', 'CLIENT_MESSAGE', 503, conversation.chatId]),
    );
  });
});

describe.concurrent('a failing event other than a customer message moves nothing', () => {
  test('AGENT_UNAVAILABLE is repeated twice and journalled, and the bot keeps the chat', async () => {
    const conversation = await botConversation(unattended);
    conversation.address.react(provides.busy);
    await conversation.send('INVITE_AGENT', conversation.chat);
    await outTurn(
      unattended.host,
      conversation.chatId,
      ({ event, state }) => event === 'AGENT_UNAVAILABLE' && state === 'failed',
    );
    expect(conversation.address.of('AGENT_UNAVAILABLE')).toHaveLength(3);
    expect(new Set(conversation.address.of('AGENT_UNAVAILABLE').map(({ raw }) => raw)).size).toBe(1);
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', askedForPerson: true });
    expect(reported(await conversation.feed()).map(({ kind }) => kind)).toEqual(['asked_for_person']);
    const { entries } = await unattended.host.rpc('journal.list', { botId: conversation.id, outcome: 'failed' });
    expect(entries.map(({ kind }) => kind)).toEqual(Array.from({ length: 3 }, () => 'AGENT_UNAVAILABLE'));
  });

  test('CHAT_CLOSED is repeated twice and journalled', async () => {
    const conversation = await botConversation(stage);
    conversation.address.react(provides.busy);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    await outTurn(stage.host, conversation.chatId, ({ event, state }) => event === 'CHAT_CLOSED' && state === 'failed');
    expect(conversation.address.of('CHAT_CLOSED')).toHaveLength(3);
    expect(await conversation.chatNow()).toMatchObject({ state: 'closed', hasFailed: false });
    expect(reported(await conversation.feed()).map(({ kind }) => kind)).toEqual(['closed']);
  });
});

describe.concurrent('a slow or dead provider does not delay others', () => {
  /** Checks that a customer of this bot gets its answer, whatever else happens. */
  async function roundTrip(bot: TestBot): Promise<void> {
    const { chat } = await openConversationWith(steady.host, bot);
    await bot.say(chat, `to ${chat.chat_id}`);
    await bot.inbox.waitFor(1, ({ raw }) => raw.includes(`to ${chat.chat_id}`));
  }

  test('other bots and channels continue while 60 chats of a dead one are retried', async () => {
    const [slow, healthy] = [await openBot(steady), await openBot(steady)];
    slow.address.react(provides.hang);
    await Promise.all(Array.from({ length: 60 }, (_, index) => slow.channel.say(index, 'Hello')));
    for (let count = 0; count < 5; count += 1) await roundTrip(healthy);
    const without = await openChannel(steady.host);
    await without.say('ann', 'Hello');
    expect((await without.chatOf('"ann"')).state).toBe('waiting');
    const states = (await steady.host.rpc('chats.list', { filter: 'bot', limit: 200 })).chats.filter(
      ({ botId }) => botId === slow.id,
    );
    expect(states).toHaveLength(60);
    for (const { botId } of states) expect(botId).toBe(slow.id);
  });

  test('other chats of the same bot continue while one event is unanswered', async () => {
    const bot = await openBot(steady);
    const held = heldAnswer();
    bot.address.react((response, request, raw) =>
      (raw.includes('"Slow one"') ? held.reaction : provides.ok)(response, request, raw),
    );
    const slow = await openConversationWith(steady.host, bot, 'Slow one');
    await roundTrip(bot);
    expect((await allTurns(steady.host, slow.chatId)).map((turn) => turn.direction === 'out' && turn.state)).toEqual([
      'sending',
    ]);
    held.release();
    expect((await outTurn(steady.host, slow.chatId, ({ state }) => state === 'delivered')).attempts).toHaveLength(1);
  });

  test('all 60 chats of a dead provider go to the operators', async () => {
    const bot = await openBot(stage, { endpoint: NOBODY });
    await Promise.all(Array.from({ length: 60 }, (_, index) => bot.channel.say(index, 'Hello')));
    const { chats } = await stage.host.rpc('chats.list', { limit: 200 });
    const ours = chats.filter(({ channelId }) => channelId === bot.channel.id);
    expect(ours).toHaveLength(60);
    await Promise.all(ours.map(({ id }) => chatIn(stage.host, id, 'waiting')));
  });
});

describe.concurrent('order', () => {
  test('a later event of a chat waits for the result of the previous one', async () => {
    const bot = await openBot(steady);
    const held = heldAnswer();
    bot.address.react(held.reaction);
    const conversation = await openConversationWith(steady.host, bot, 'one');
    for (const text of ['two', 'three']) await conversation.write(text);
    await conversation.say(conversation.chat, 'I am thinking');
    await conversation.inbox.waitFor(1);
    expect(bot.address.attempts().map(({ seen }) => seen.message?.text)).toEqual(['one']);
    held.release();
    const received = await bot.address.waitFor(3);
    expect(received.map(({ seen }) => seen.message?.text)).toEqual(['one', 'two', 'three']);
  });

  test('CHAT_CLOSED comes after the messages accepted before it', async () => {
    const bot = await openBot(steady);
    const held = heldAnswer();
    bot.address.react(held.reaction);
    const { chatId } = await openConversationWith(steady.host, bot);
    await steady.host.rpc('chats.close', { chatId });
    expect(bot.address.of('CHAT_CLOSED')).toEqual([]);
    held.release();
    await bot.address.next('CHAT_CLOSED');
    expect(bot.address.attempts().map(({ seen }) => seen.event)).toEqual(['CLIENT_MESSAGE', 'CHAT_CLOSED']);
  });

  test('an event is not retried once an operator takes the chat', async () => {
    const bot = await openBot(steady);
    bot.address.react(provides.busy);
    const conversation = await openConversationWith(steady.host, bot);
    await outTurn(steady.host, conversation.chatId, ({ attempts }) => attempts[0]?.status === 503);
    await steady.host.rpc('chats.take', { chatId: conversation.chatId });
    expect((await outTurn(steady.host, conversation.chatId, ({ state }) => state !== 'sending')).state).toBe('dropped');
    bot.address.react(provides.ok);
    await steady.host.rpc('chats.close', { chatId: conversation.chatId });
    await bot.address.next('CHAT_CLOSED');
    expect(bot.address.attempts().map(({ seen }) => seen.event)).toEqual(['CLIENT_MESSAGE', 'CHAT_CLOSED']);
    expect(reported(await conversation.feed()).map(({ kind }) => kind)).toEqual(['taken', 'closed']);
  });

  test("the bot's messages reach the customer in the order of acceptance", async () => {
    const conversation = await botConversation(stage);
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    for (const text of texts) await conversation.say(conversation.chat, text);
    const received = await conversation.inbox.waitFor(20);
    expect(received.map(({ raw }) => /message \d+/.exec(raw)?.[0])).toEqual(texts);
    expect(botTexts(await conversation.feed()).map(({ text }) => text)).toEqual(texts);
  });
});
