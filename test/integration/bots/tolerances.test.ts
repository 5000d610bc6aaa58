import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botTexts,
  openBot,
  openConversationWith,
  outTurn,
  startStage,
  type BotConversation,
  type Stage,
} from '../../fixtures/bots.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { failsTwice, quirkyProviders, type QuirkyProvider } from '../../fixtures/quirky-providers.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { naming } from '../../fixtures/stale-answers.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ clock: createQuickClock() });
});

afterAll(() => stage.stop());

/** Three questions to a provider; the customer gets each answer once, in order. */
async function expectConversation({ reactions }: QuirkyProvider): Promise<void> {
  const bot = await openBot(stage);
  bot.address.react(...reactions((event) => bot.post(event)));
  const questions = ['Hello', 'Is it green?', 'Good bye'];
  for (const [index, question] of questions.entries()) {
    await bot.channel.say('ann', question);
    await bot.inbox.waitFor(index + 1);
  }
  expect(bot.inbox.replies().map((reply) => bodyOf(reply).message.text)).toEqual(
    questions.map((question) => `You said: ${question}`),
  );
  expect((await bot.channel.chatOf('"ann"')).state).toBe('bot');
}

describe.concurrent('a provider with quirks', () => {
  test.each([...quirkyProviders, failsTwice].map((provider) => [provider.name, provider] as const))(
    '%s',
    async (_name, provider) => {
      await expectConversation(provider);
    },
  );
});

const greeting = ({ chat }: BotConversation, text: string): string =>
  JSON.stringify({ id: '1', event: 'BOT_MESSAGE', chat_id: chat.chat_id, message: { type: 'TEXT', text } });
const textsFrom = async (conversation: BotConversation): Promise<readonly unknown[]> =>
  botTexts(await conversation.feed()).map(({ text }) => text);

async function expectRefused(
  conversation: BotConversation,
  body: string | Buffer,
  status = 400,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const refused = await conversation.post(body, { headers });
  expect(refused.status).toBe(status);
  expect(refused.json()).toEqual({
    error: { code: expect.any(String) as string, message: expect.stringMatching(/\S/) as string },
  });
  expect(await textsFrom(conversation)).toEqual([]);
}

describe.concurrent('parsing an event', () => {
  test.each([1, 7, 4096])('chunked, in pieces of %i bytes', async (chunkSize) => {
    const conversation = await botConversation(stage);
    expect((await conversation.post(greeting(conversation, 'in pieces – ünï 🙂'), { chunkSize })).status).toBe(200);
    expect(await textsFrom(conversation)).toEqual(['in pieces – ünï 🙂']);
  });

  test.each([undefined, 'application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense', ''])(
    'of content type %j',
    async (type) => {
      const conversation = await botConversation(stage);
      expect(
        (
          await conversation.post(greeting(conversation, 'any type'), {
            headers: type === undefined ? {} : { 'content-type': type },
          })
        ).status,
      ).toBe(200);
      expect(await textsFrom(conversation)).toEqual(['any type']);
    },
  );

  test('ids as numbers: chat_id and client_id', async () => {
    const conversation = await botConversation(stage);
    const { chat_id, client_id } = conversation.chat;
    const event = {
      id: 1,
      event: 'BOT_MESSAGE',
      chat_id: Number(chat_id),
      client_id: Number(client_id),
      message: { type: 'TEXT', text: 'by number' },
    };
    expect((await conversation.post(event)).status).toBe(200);
    expect(await textsFrom(conversation)).toEqual(['by number']);
  });

  test('order is that of arrival, whatever the timestamps', async () => {
    const conversation = await botConversation(stage);
    const stamps = [1_900_000_000, 1_700_000_000, '1800000000', 0, -5];
    for (const [index, timestamp] of stamps.entries()) {
      expect(
        (
          await conversation.send('BOT_MESSAGE', conversation.chat, {
            message: { type: 'TEXT', text: `message ${index}`, timestamp },
          })
        ).status,
      ).toBe(200);
    }
    const expected = stamps.map((_, index) => `message ${index}`);
    expect(await textsFrom(conversation)).toEqual(expected);
    const received = await conversation.inbox.waitFor(stamps.length);
    expect(received.map((each) => bodyOf(each).message.text)).toEqual(expected);
  });

  test.each(['', '{', 'event=BOT_MESSAGE', '[]', 'null'])('%j is not a JSON object: 400', async (body) => {
    await expectRefused(await botConversation(stage), body);
  });

  test('bytes that are not UTF-8: 400', async () => {
    const conversation = await botConversation(stage);
    const [before, after] = greeting(conversation, '#').split('#');
    await expectRefused(
      conversation,
      Buffer.concat([Buffer.from(before ?? ''), Buffer.from([0xc3, 0x28]), Buffer.from(after ?? '')]),
    );
  });

  test('nesting of 32 is accepted, of 33 refused', async () => {
    const conversation = await botConversation(stage);
    const nested = (levels: number): string =>
      greeting(conversation, 'deep').replace(/}$/, `,"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
    await expectRefused(conversation, nested(33));
    expect((await conversation.post(nested(32))).status).toBe(200);
  });

  test.each(['__proto__', 'constructor'])('a key %s: 400', async (key) => {
    const conversation = await botConversation(stage);
    await expectRefused(conversation, greeting(conversation, 'top').replace(/}$/, `,"${key}":{"a":1}}`));
    await expectRefused(conversation, greeting(conversation, 'inside').replace('"type"', `"${key}":1,"type"`));
  });

  test('256 KiB are accepted, a byte more is 413', { tags: ['thorough'] }, async () => {
    const conversation = await botConversation(stage);
    const ofSize = (size: number): string => {
      const body = greeting(conversation, 'large').replace(/}$/, ',"padding":""}');
      return body.replace('"padding":""', `"padding":"${'x'.repeat(size - Buffer.byteLength(body))}"`);
    };
    await expectRefused(conversation, ofSize(256 * 1024 + 1), 413);
    expect((await conversation.post(ofSize(256 * 1024))).status).toBe(200);
  });

  test('a compressed body: 415', async () => {
    const conversation = await botConversation(stage);
    await expectRefused(conversation, gzipSync(greeting(conversation, 'small')), 415, { 'content-encoding': 'gzip' });
  });

  test('lone surrogates become U+FFFD', async () => {
    const conversation = await botConversation(stage);
    expect((await conversation.post(greeting(conversation, 'half #').replace('#', '\\ud83d'))).status).toBe(200);
    expect(await textsFrom(conversation)).toEqual(['half \uFFFD']);
  });
});

describe.concurrent('the bot inspector', () => {
  test('shows each event to the provider with its attempts, and each event from it with its outcome', async () => {
    const conversation = await botConversation(stage);
    await outTurn(stage.host, conversation.chatId, ({ state }) => state === 'delivered');
    await conversation.say(conversation.chat, 'Good day');
    await conversation.send('BOT_MESSAGE', conversation.chat, { message: { type: 'POEM' } });
    await conversation.post({ event: 'NONSENSE', chat_id: conversation.chatId });
    await conversation.send('INVITE_AGENT', conversation.chat);
    const { turns } = await stage.host.rpc('bots.turns', { chatId: conversation.chatId });
    expect(turns).toMatchObject([
      {
        direction: 'out',
        event: 'CLIENT_MESSAGE',
        botId: conversation.id,
        state: 'delivered',
        attempts: [{ status: 200, answer: '{}' }],
      },
      {
        direction: 'in',
        event: 'BOT_MESSAGE',
        botId: conversation.id,
        outcome: 'accepted',
        status: 200,
        messageId: expect.any(String) as string,
      },
      {
        direction: 'in',
        event: 'BOT_MESSAGE',
        outcome: 'refused',
        status: 400,
        note: { code: 'errors:calls.message.botType' },
      },
      { direction: 'in', event: 'unknown', outcome: 'refused', status: 405 },
      { direction: 'in', event: 'INVITE_AGENT', outcome: 'accepted', status: 200 },
      { direction: 'move', move: { kind: 'asked_for_person' } },
    ]);
    const [sent] = turns;
    expect(sent?.direction === 'out' && (JSON.parse(sent.body) as unknown)).toEqual(conversation.chat);
  });

  test('notifies every window of changes', async () => {
    const events = await stage.host.events();
    const conversation = await botConversation(stage);
    await events.waitFor('answers.stale', naming('bots.turns', { chatId: conversation.chatId }));
    events.close();
  });

  test('has pages: the newest entries, and those before them', async () => {
    const conversation = await botConversation(stage);
    for (let count = 0; count < 5; count += 1) await conversation.say(conversation.chat, `message ${count}`);
    const newest = await stage.host.rpc('bots.turns', { chatId: conversation.chatId, limit: 4 });
    expect([newest.turns.length, newest.hasEarlier]).toEqual([4, true]);
    const earlier = await stage.host.rpc('bots.turns', {
      chatId: conversation.chatId,
      before: newest.turns[0]?.id,
      limit: 4,
    });
    expect([earlier.turns.length, earlier.hasEarlier]).toEqual([2, false]);
    expect(new Set([...newest.turns, ...earlier.turns].map(({ id }) => id)).size).toBe(6);
  });

  test('is empty for a chat that never had a bot', async () => {
    const bot = await openBot(stage);
    await openConversationWith(stage.host, bot);
    await stage.host.rpc('bots.disable', { botId: bot.id });
    await bot.channel.say('bob', 'Hello');
    const { id: chatId } = await bot.channel.chatOf('"bob"');
    expect(await stage.host.rpc('bots.turns', { chatId })).toEqual({ turns: [], hasEarlier: false });
  });
});

test('the journal has every event of a bot in both directions, with the response', async () => {
  const conversation = await botConversation(stage);
  await outTurn(stage.host, conversation.chatId, ({ state }) => state === 'delivered');
  const greeted = { id: '1', message: { type: 'TEXT', text: 'Good day' } };
  for (const fields of [greeted, greeted, { message: 5 }])
    await conversation.send('BOT_MESSAGE', conversation.chat, fields);
  const { entries } = await stage.host.rpc('journal.list', { botId: conversation.id });
  expect(entries.map(({ direction, outcome, status }) => [direction, outcome, status])).toEqual([
    ['in', 'refused', 400],
    ['in', 'repeat', 200],
    ['in', 'accepted', 200],
    ['out', 'delivered', 200],
  ]);
  expect(entries.map(({ kind }) => kind)).toEqual([
    expect.any(String) as string,
    'BOT_MESSAGE',
    'BOT_MESSAGE',
    'CLIENT_MESSAGE',
  ]);
  expect(entries[0]?.notes.map(toEnglish).join(' ')).toContain('message');
});
