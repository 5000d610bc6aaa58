import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botTexts,
  openBot,
  reported,
  startStage,
  type BotConversation,
  type Stage,
} from '../../fixtures/bots.ts';
import { allMessages } from '../../fixtures/channels.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';

let stage: Stage;
let unattended: Stage;

beforeAll(async () => {
  [stage, unattended] = await Promise.all([startStage(), startStage({ presence: 'away' })]);
  await openToCustomers(stage.host);
});

afterAll(() => Promise.all([stage.stop(), unattended.stop()]));

async function ratingTextOf(conversation: BotConversation): Promise<string> {
  const [asked] = await conversation.inbox.waitFor(1, ({ raw }) => raw.includes('/rating/'));
  return bodyOf(asked).message.text ?? '';
}

describe.concurrent('6 Events', () => {
  test('CLIENT_MESSAGE: service to provider, a new client message', async () => {
    const { chat } = await botConversation(stage);
    expect([chat.event, chat.message?.text]).toEqual(['CLIENT_MESSAGE', 'Hello']);
  });

  test('BOT_MESSAGE: provider to service, with id, event, client_id, chat_id and message', async () => {
    const conversation = await botConversation(stage);
    const { client_id, chat_id } = conversation.chat;
    const { status } = await conversation.post({
      id: 'b-1',
      event: 'BOT_MESSAGE',
      client_id,
      chat_id,
      message: { type: 'TEXT', text: 'Good day', timestamp: 1_790_000_000 },
    });
    expect(status).toBe(200);
    expect(botTexts(await conversation.feed())).toMatchObject([
      { text: 'Good day', botId: conversation.id, authorName: conversation.name },
    ]);
    const [received] = await conversation.inbox.waitFor(1);
    expect(bodyOf(received).message.text).toBe('Good day');
  });

  test("BOT_MESSAGE: its delivery is shown like that of an operator's reply", async () => {
    const conversation = await botConversation(stage);
    const events = await stage.host.events();
    await conversation.say(conversation.chat, 'Good day');
    const { data } = await events.waitFor(
      'message.changed',
      ({ message }) => message.chatId === conversation.chatId && message.delivery?.state === 'delivered',
    );
    expect(data.message).toMatchObject({ from: 'bot', text: 'Good day' });
    events.close();
  });

  test("BOT_MESSAGE: the customer's id keeps its type and all its digits", async () => {
    const bot = await openBot(stage);
    await bot.channel.post('{"sender":{"id":9007199254740993},"message":{"type":"text","text":"Hello"}}');
    const { seen } = await bot.address.next('CLIENT_MESSAGE');
    await bot.say(seen, 'Good day');
    const [received] = await bot.inbox.waitFor(1);
    expect(received?.raw).toContain('"recipient":{"id":9007199254740993}');
  });

  test('INVITE_AGENT: transfers the dialogue; fields id, event, client_id, chat_id', async () => {
    const conversation = await botConversation(stage);
    const { client_id, chat_id } = conversation.chat;
    expect((await conversation.post({ id: 'i-1', event: 'INVITE_AGENT', client_id, chat_id })).status).toBe(200);
    expect(await conversation.chatNow()).toMatchObject({ state: 'waiting', askedForPerson: true });
  });

  test('AGENT_UNAVAILABLE: no operator is online; fields id, event, chat_id, client_id', async () => {
    const conversation = await botConversation(unattended);
    await conversation.send('INVITE_AGENT', conversation.chat);
    const { seen } = await conversation.address.next('AGENT_UNAVAILABLE');
    const { client_id, chat_id } = conversation.chat;
    expect(seen).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      event: 'AGENT_UNAVAILABLE',
      client_id,
      chat_id,
    });
  });

  test('CHAT_CLOSED: the chat was closed; fields id, event, client_id, chat_id', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    const { seen } = await conversation.address.next('CHAT_CLOSED');
    const { client_id, chat_id } = conversation.chat;
    expect(seen).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      event: 'CHAT_CLOSED',
      client_id,
      chat_id,
    });
  });

  test.each(['taken by an operator', 'asked for a person'])(
    'CHAT_CLOSED is also sent for a chat that a bot had before: %s',
    async (way) => {
      const conversation = await botConversation(stage);
      if (way === 'taken by an operator') await stage.host.rpc('chats.take', { chatId: conversation.chatId });
      else await conversation.send('INVITE_AGENT', conversation.chat);
      await stage.host.rpc('chats.close', { chatId: conversation.chatId });
      expect((await conversation.address.next('CHAT_CLOSED')).seen.chat_id).toBe(conversation.chatId);
    },
  );

  test('CLIENT_INFO: contact information of the client', async () => {
    const conversation = await botConversation(stage);
    const { client_id } = conversation.chat;
    expect(
      (
        await conversation.post({
          id: 'c-1',
          event: 'CLIENT_INFO',
          client_id,
          client: { email: 'ann@example.com', phone: '1', name: 'Ann' },
        })
      ).status,
    ).toBe(200);
    expect((await conversation.chatNow()).customer).toMatchObject({
      email: 'ann@example.com',
      phone: '1',
      name: 'Ann',
    });
  });

  test('INIT_RATE: the provider requests a rating; a custom channel sends a link to a page', async () => {
    const conversation = await botConversation(stage);
    expect((await conversation.send('INIT_RATE', conversation.chat)).status).toBe(200);
    expect(ratingLink(await ratingTextOf(conversation)).startsWith(`${stage.host.listener}/rating/`)).toBe(true);
  });

  test('CLIENT_RATED: the client left a rating; fields id, event, client_id, chat_id, rate, comment', async () => {
    const conversation = await botConversation(stage);
    await conversation.send('INIT_RATE', conversation.chat);
    const page = await openRatingPage(ratingLink(await ratingTextOf(conversation)));
    expect((await page.rate(5, 'Quick & kind')).status).toBeLessThan(400);
    const { seen } = await conversation.address.next('CLIENT_RATED');
    const { client_id, chat_id } = conversation.chat;
    expect(seen).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      event: 'CLIENT_RATED',
      client_id,
      chat_id,
      rate: 5,
      comment: 'Quick & kind',
    });
    expect(reported(await conversation.feed())).toContainEqual({
      kind: 'rated',
      rate: 5,
      comment: 'Quick & kind',
      again: false,
    });
  });
});

describe.concurrent('an event with client_id alone', () => {
  const buttons = { type: 'BUTTONS', title: 'Which?', text: 'Which one?', buttons: [{ id: 1, text: 'Green' }] };
  const markdown = { type: 'MARKDOWN', content: '*Hi*', text: 'Hi' };

  test.each([
    ['TEXT', { event: 'BOT_MESSAGE', message: { type: 'TEXT', text: 'Good day' } }, 'Good day'],
    ['MARKDOWN', { event: 'BOT_MESSAGE', message: markdown }, 'Hi'],
    ['BUTTONS', { event: 'BOT_MESSAGE', message: buttons }, 'Which one?'],
    ['INIT_RATE', { event: 'INIT_RATE' }, '/rating/'],
  ])("%s reaches the customer in the client's open chat", async (_what, event, text) => {
    const conversation = await botConversation(stage);
    const { client_id } = conversation.chat;
    expect((await conversation.post({ ...event, client_id, chat_id: '' })).status).toBe(200);
    const [reply] = await conversation.inbox.waitFor(1);
    expect(bodyOf(reply).message.text).toContain(text);
  });

  test.each([Number, String])('INVITE_AGENT hands over the open chat, with client_id as %o', async (form) => {
    const conversation = await botConversation(stage);
    const client_id = form(conversation.chat.client_id);
    expect((await conversation.post({ event: 'INVITE_AGENT', client_id })).status).toBe(200);
    expect((await conversation.chatNow()).state).toBe('waiting');
  });

  test('is a repeat of the same event with chat_id, and a new one in the next chat', async () => {
    const conversation = await botConversation(stage);
    const { chat_id, client_id } = conversation.chat;
    const event = { id: 'always', event: 'BOT_MESSAGE', client_id, message: { type: 'TEXT', text: 'Good day' } };
    expect((await conversation.post(event)).status).toBe(200);
    expect((await conversation.post({ ...event, chat_id })).status).toBe(200);
    expect(botTexts(await conversation.feed())).toHaveLength(1);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    await conversation.write('Hello again');
    const next = await conversation.address.next('CLIENT_MESSAGE', (seen) => seen.chat_id !== chat_id);
    expect((await conversation.post(event)).status).toBe(200);
    expect(botTexts(await allMessages(stage.host, next.seen.chat_id)).map(({ text }) => text)).toEqual(['Good day']);
  });

  test('is held back where an operator has the open chat, and is 400 where there is none', async () => {
    const conversation = await botConversation(stage);
    const { client_id } = conversation.chat;
    const event = { event: 'BOT_MESSAGE', client_id, message: { type: 'TEXT', text: 'Good day' } };
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    expect((await conversation.post(event)).status).toBe(403);
    expect(botTexts(await conversation.feed())).toMatchObject([{ heldBack: 'operator_has_it' }]);
    const stranger = await openBot(stage);
    expect((await stranger.post(event)).status).toBe(400);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    expect((await conversation.post(event)).status).toBe(400);
    expect((await conversation.post({ event: 'INIT_RATE', client_id })).status).toBe(400);
  });
});
