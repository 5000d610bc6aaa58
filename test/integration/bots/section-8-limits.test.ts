import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botTexts,
  chatIn,
  openBot,
  openConversationWith,
  outTurn,
  reported,
  startStage,
  type Stage,
  type TestBot,
} from '../../fixtures/bots.ts';
import { bodyOf, type Reaction } from '../../fixtures/integrator.ts';
import { provides, type SeenEvent } from '../../fixtures/provider.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';
import type { ServerResponse } from 'node:http';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.stop());

/** Milliseconds that only the three seconds between attempts can account for. */
const GAP = 2_800;

describe.concurrent('8 Limits', () => {
  test('Request timeout: 3 seconds; an unanswered attempt is aborted and its connection closed', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.hang, provides.ok);
    await bot.channel.say('ann', 'Hello');
    const [first] = await bot.address.waitFor(1);
    await first?.ended;
    const cutAt = performance.now();
    const [, second] = await bot.address.waitFor(2);
    expect(cutAt - (first?.arrivedAt ?? 0)).toBeGreaterThan(GAP);
    expect((second?.arrivedAt ?? 0) - (first?.arrivedAt ?? 0)).toBeGreaterThan(GAP);
    expect(second?.raw).toBe(first?.raw);
  });

  test('Retries: 2, at 3 and 6 seconds, with the same event; otherwise the client is transferred to an operator', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.busy);
    const events = await stage.host.events();
    const { chatId, feed } = await openConversationWith(stage.host, bot);
    const { arrivedAt: movedAt } = await events.waitFor(
      'chat.changed',
      ({ chat }) => chat.id === chatId && chat.state === 'waiting',
    );
    const attempts = bot.address.attempts();
    expect(attempts).toHaveLength(3);
    expect(new Set(attempts.map(({ raw }) => raw)).size).toBe(1);
    const [first = 0, second = 0, third = 0] = attempts.map(({ arrivedAt }) => arrivedAt);
    expect(second - first).toBeGreaterThan(GAP);
    expect(third - second).toBeGreaterThan(GAP);
    expect(movedAt - third).toBeGreaterThan(GAP);
    expect(reported(await feed())).toMatchObject([
      { kind: 'handed_over', reason: 'failed', error: { kind: 'status', status: 503 } },
    ]);
    events.close();
  });

  test('Retries: until a normal success response arrives', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.busy, provides.ok);
    const conversation = await openConversationWith(stage.host, bot);
    await bot.address.waitFor(2);
    await conversation.write('Second');
    const received = await bot.address.waitFor(3);
    expect(received.map(({ seen }) => seen.message?.text)).toEqual(['Hello', 'Hello', 'Second']);
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test('Time window for updating provider software: 9 seconds; a provider back for the last attempt keeps the chat', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.reset, provides.reset, provides.ok);
    const conversation = await openConversationWith(stage.host, bot);
    const received = await bot.address.waitFor(3);
    expect((received[2]?.arrivedAt ?? 0) - (received[0]?.arrivedAt ?? 0)).toBeGreaterThan(2 * GAP);
    await conversation.write('Still there?');
    await bot.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Still there?');
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test('Time window: a provider not back within it loses the chat, but not the next one', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.reset, provides.reset, provides.reset, provides.ok);
    const { chatId } = await openConversationWith(stage.host, bot);
    await chatIn(stage.host, chatId, 'waiting');
    const next = await openConversationWith(stage.host, bot);
    await bot.say(next.chat, 'Good day');
    expect((await next.chatNow()).state).toBe('bot');
  });

  test('Buttons in a BUTTONS message: at most 3', async () => {
    const conversation = await botConversation(stage);
    const buttons = (count: number) => ({
      message: {
        type: 'BUTTONS',
        title: 'Which?',
        text: 'Which?',
        buttons: Array.from({ length: count }, (_, id) => ({ id, text: `Answer ${id}` })),
      },
    });
    for (const count of [1, 2, 3])
      expect((await conversation.send('BOT_MESSAGE', conversation.chat, buttons(count))).status).toBe(200);
    for (const count of [0, 4])
      expect((await conversation.send('BOT_MESSAGE', conversation.chat, buttons(count))).status).toBe(400);
    expect(botTexts(await conversation.feed()).map((line) => line.buttons?.length)).toEqual([1, 2, 3]);
  });

  test('Requests per hour accepted by the service from each bot: limited; then HTTP 429, and only for that bot', async () => {
    const limited = await botConversation(stage, { hourlyLimit: 2 });
    const other = await botConversation(stage, { hourlyLimit: 2 });
    for (const text of ['one', 'two']) await limited.say(limited.chat, text);
    expect((await limited.send('BOT_MESSAGE', limited.chat, { message: { type: 'TEXT', text: 'three' } })).status).toBe(
      429,
    );
    expect(botTexts(await limited.feed()).map(({ text }) => text)).toEqual(['one', 'two']);
    await other.say(other.chat, 'one');
  });
});

/** Posts its answer, and acknowledges the event later than an attempt may take. */
const lateAcknowledgement =
  (
    bot: Pick<TestBot, 'post'>,
    answer: (seen: SeenEvent) => object,
    then: (response: ServerResponse) => void,
  ): Reaction =>
  (response, _request, raw) => {
    const seen = JSON.parse(raw) as SeenEvent;
    void bot.post({ event: 'BOT_MESSAGE', client_id: seen.client_id, ...answer(seen) }).then(() => then(response));
  };
const goodDay = (seen: SeenEvent): object => ({
  chat_id: seen.chat_id,
  message: { type: 'TEXT', text: `Good day to ${seen.message?.text}` },
});

describe.concurrent('8 Retries: evidence of receipt', () => {
  test.each([
    ['chat_id', goodDay],
    ['client_id alone', (seen: SeenEvent) => ({ ...goodDay(seen), chat_id: undefined })],
  ])('a bot that answers with %s and acknowledges too late is asked once, and keeps the chat', async (_how, answer) => {
    const bot = await openBot(stage);
    bot.address.react(lateAcknowledgement(bot, answer, () => undefined));
    const conversation = await openConversationWith(stage.host, bot, 'Ann');
    await conversation.write('Ben');
    // The second message waits until the first is over.
    await bot.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Ben');
    await bot.inbox.waitFor(2);
    expect(bot.address.attempts().map(({ seen }) => seen.message?.text)).toEqual(['Ann', 'Ben']);
    expect(bot.inbox.replies().map((reply) => bodyOf(reply).message.text)).toEqual([
      'Good day to Ann',
      'Good day to Ben',
    ]);
    expect(await outTurn(stage.host, conversation.chatId, ({ state }) => state === 'delivered')).toMatchObject({
      attempts: [{ error: { kind: 'timeout' } }],
    });
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test.each([
    ['a cut connection', (response: ServerResponse) => response.socket?.resetAndDestroy(), 'unreachable'],
    ['status 500', (response: ServerResponse) => response.writeHead(500).end(), 'status'],
  ])('%s is a failed attempt, whatever the bot has posted', async (_what, then, kind) => {
    const bot = await openBot(stage);
    bot.address.react(lateAcknowledgement(bot, goodDay, then));
    const { chatId, feed } = await openConversationWith(stage.host, bot, 'Ann');
    await chatIn(stage.host, chatId, 'waiting');
    expect(bot.address.attempts()).toHaveLength(3);
    expect(reported(await feed())).toMatchObject([{ kind: 'handed_over', reason: 'failed', error: { kind } }]);
  });
});

test('the last thing known of a bot is kept: never reached, answering, not answering since; told once, also after a restart', async () => {
  let own = await startStage({ clock: createQuickClock() });
  try {
    const bot = await openBot(own);
    const other = await openBot(own);
    const events = await own.host.events();
    const reached = async () => (await bot.now()).reach;
    expect(await reached()).toBeUndefined();
    await openConversationWith(own.host, bot, 'taken');
    await events.until(async () => ((await reached()) === undefined ? undefined : true));
    expect(await reached()).toEqual({});

    bot.address.react(provides.reset);
    const failed = await Promise.all(['one', 'two'].map((text) => openConversationWith(own.host, bot, text)));
    for (const { chatId } of failed) await chatIn(own.host, chatId, 'waiting');
    const since = (await reached())?.failingSince;
    expect(since).toEqual(expect.any(Number));
    const reaches = (await own.host.rpc('bots.list', {})).bots.map(({ reach }) => reach);
    expect(reaches).toEqual([{ failingSince: since }, undefined]);
    expect((await other.now()).reach).toBeUndefined();

    // The next conversation is sent to it first, and it is told of only once.
    const next = await openConversationWith(own.host, bot, 'three');
    expect(next.first.seen.message?.text).toBe('three');
    await chatIn(own.host, next.chatId, 'waiting');
    expect((await reached())?.failingSince).toBe(since);
    events.close();

    await own.host.stop();
    own = { ...own, host: await own.host.restart() };
    const now = async () => (await own.host.rpc('bots.list', {})).bots.find(({ id }) => id === bot.id)?.reach;
    expect(await now()).toEqual({ failingSince: since });
    bot.address.react(provides.ok);
    expect(await own.host.rpc('bots.test', { botId: bot.id })).toMatchObject({ ok: true });
    expect(await now()).toEqual({});
    await own.host.rpc('bots.update', { botId: bot.id, endpoint: own.provider.address('moved').url });
    expect(await now()).toBeUndefined();
  } finally {
    await own.stop();
  }
});
