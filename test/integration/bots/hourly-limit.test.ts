import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botOf,
  botTexts,
  openBot,
  openConversationWith,
  startStage,
  type BotConversation,
  type Stage,
  type TestBot,
} from '../../fixtures/bots.ts';
import { allMessages } from '../../fixtures/channels.ts';
import type { RawAnswer } from '../../fixtures/http-request.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { naming } from '../../fixtures/stale-answers.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  await openToCustomers(stage.host);
});

afterAll(() => stage.stop());

const HOUR = 3600;

const speak = (bot: Pick<TestBot, 'send'>, chat: { readonly chat_id: string }, text: string): Promise<RawAnswer> =>
  bot.send('BOT_MESSAGE', chat, { message: { type: 'TEXT', text } });

function expectBlocked({ status, body, headers }: RawAnswer): void {
  expect([status, body]).toEqual([429, '{"error":{"code":"about:blank","message":"Call is blocked"}}']);
  expect(headers['content-type']).toMatch(/^application\/json\b/);
  const seconds = Number(headers['retry-after']);
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(HOUR);
}

async function blockedBot(on: Stage, hourlyLimit = 3): Promise<BotConversation> {
  const conversation = await botConversation(on, { hourlyLimit });
  for (let count = 1; count <= hourlyLimit; count += 1)
    expect((await speak(conversation, conversation.chat, `message ${count}`)).status).toBe(200);
  expectBlocked(await speak(conversation, conversation.chat, 'one too many'));
  return conversation;
}

describe.concurrent('the hourly limit', () => {
  test('answers 429 with exactly that body and Retry-After when it is reached', async () => {
    const conversation = await blockedBot(stage);
    expect(botTexts(await conversation.feed()).map(({ text }) => text)).toEqual([
      'message 1',
      'message 2',
      'message 3',
    ]);
  });

  test('counts events of every kind and in every chat', async () => {
    const bot = await openBot(stage, { hourlyLimit: 4 });
    const one = await openConversationWith(stage.host, bot);
    const other = await openConversationWith(stage.host, bot);
    await speak(bot, one.chat, 'one');
    await bot.send('CLIENT_INFO', other.chat, { client_id: other.chat.client_id, client: { name: 'Ann' } });
    await bot.send('INIT_RATE', one.chat);
    await bot.send('INVITE_AGENT', one.chat);
    expectBlocked(await speak(bot, other.chat, 'five'));
  });

  test('is shown in settings with the current count, and when the block ends', async () => {
    const bot = await openBot(stage, { hourlyLimit: 2 });
    const { chat } = await openConversationWith(stage.host, bot);
    expect(await bot.now()).toMatchObject({ state: 'working', acceptedThisHour: 0 });
    await bot.say(chat, 'one');
    expect(await bot.now()).toMatchObject({ state: 'working', acceptedThisHour: 1 });
    await bot.say(chat, 'two');
    const before = Date.now();
    expectBlocked(await speak(bot, chat, 'three'));
    const { state, acceptedThisHour, blockedUntil = 0 } = await bot.now();
    expect([state, acceptedThisHour]).toEqual(['blocked', 2]);
    expect(blockedUntil).toBeGreaterThan(before);
    expect(blockedUntil).toBeLessThanOrEqual(Date.now() + HOUR * 1000);
  });

  test('answers every event of a blocked bot with 429 and ignores it', async () => {
    const conversation = await blockedBot(stage);
    for (const event of ['BOT_MESSAGE', 'INVITE_AGENT', 'INIT_RATE', 'CLIENT_INFO'] as const) {
      expectBlocked(
        await conversation.send(event, conversation.chat, {
          client_id: conversation.chat.client_id,
          client: { name: 'Ann' },
          message: { type: 'TEXT', text: 'Hello' },
        }),
      );
    }
    const chat = await conversation.chatNow();
    expect([chat.state, chat.askedForPerson, chat.customer.name]).toEqual(['bot', false, undefined]);
  });

  test("does not keep customers' messages from a blocked bot", async () => {
    const conversation = await blockedBot(stage);
    await conversation.write('Anybody there?');
    expect(
      (await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Anybody there?')).seen
        .chat_id,
    ).toBe(conversation.chatId);
  });

  test('does not count a wrong token, which is answered 401', async () => {
    const bot = await openBot(stage, { hourlyLimit: 1 });
    const { chat } = await openConversationWith(stage.host, bot);
    for (let count = 0; count < 5; count += 1) {
      expect((await fetch(`${bot.serviceUrl}x`, { method: 'POST', body: '{}' })).status).toBe(401);
    }
    await bot.say(chat, 'one');
  });

  test('is never exceeded by simultaneous events', async () => {
    const conversation = await botConversation(stage, { hourlyLimit: 10 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => speak(conversation, conversation.chat, `message ${index}`)),
    );
    const count = (status: number): number => answers.filter((answered) => answered.status === status).length;
    expect([count(200), count(429)]).toEqual([10, 30]);
    expect(botTexts(await conversation.feed())).toHaveLength(10);
  });

  test('notifies operators when a bot is blocked', async () => {
    const events = await stage.host.events();
    const conversation = await blockedBot(stage, 1);
    const state = await events.until(async () => {
      const now = (await conversation.now()).state;
      return now === 'blocked' ? now : undefined;
    });
    expect(state).toBe('blocked');
    await events.waitFor('answers.stale', naming('bots.list'));
    events.close();
  });
});

describe.concurrent('the block', () => {
  test('survives a restart on the same data folder', async () => {
    const own = await startStage();
    try {
      const conversation = await blockedBot(own);
      const { blockedUntil } = await conversation.now();
      await own.host.stop();
      const again = await own.host.restart();
      const bot = await botOf(again, conversation.id, conversation);
      expectBlocked(await speak(bot, conversation.chat, 'after the restart'));
      expect(await bot.now()).toMatchObject({ state: 'blocked', blockedUntil });
      expect(botTexts(await allMessages(again, conversation.chatId))).toHaveLength(3);
      await again.stop();
    } finally {
      await own.stop();
    }
  });
});
