import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  botConversation,
  chatIn,
  openBot,
  openConversationWith,
  reported,
  startStage,
  type Stage,
} from '../../fixtures/bots.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ clock: createQuickClock() });
});

afterAll(() => stage.stop());

beforeEach(() => presence('away'));

const presence = (chosen: 'online' | 'away') => stage.host.rpc('operators.setPresence', { presence: chosen });

describe('INVITE_AGENT', () => {
  test('with an operator online: the chat waits for a person, and is marked', async () => {
    await presence('online');
    const conversation = await botConversation(stage);
    const counts = await stage.host.rpc('chats.counts', {});
    await conversation.send('INVITE_AGENT', conversation.chat);
    const chat = await conversation.chatNow();
    expect(chat).toMatchObject({ state: 'waiting', askedForPerson: true, botId: conversation.id });
    const after = await stage.host.rpc('chats.counts', {});
    expect([after.waiting, after.bot]).toEqual([counts.waiting + 1, counts.bot - 1]);
    expect(conversation.address.of('AGENT_UNAVAILABLE')).toEqual([]);
  });

  test('without one: AGENT_UNAVAILABLE, the bot keeps the chat and its messages, and it is marked', async () => {
    const conversation = await botConversation(stage);
    await conversation.send('INVITE_AGENT', conversation.chat);
    await conversation.address.next('AGENT_UNAVAILABLE');
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', askedForPerson: true, botId: conversation.id });
    expect(reported(await conversation.feed())).toMatchObject([{ kind: 'asked_for_person', operatorsOnline: false }]);
    await conversation.write('ann@example.com');
    await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'ann@example.com');
    await conversation.say(conversation.chat, 'Thank you, we will write');
    const [received] = await conversation.inbox.waitFor(1);
    expect(bodyOf(received).message.text).toBe('Thank you, we will write');
  });

  test('again without one: AGENT_UNAVAILABLE again', async () => {
    const conversation = await botConversation(stage);
    for (let count = 1; count <= 2; count += 1) {
      expect((await conversation.send('INVITE_AGENT', conversation.chat)).status).toBe(200);
      await conversation.address.waitFor(count, ({ event }) => event === 'AGENT_UNAVAILABLE');
    }
    const ids = conversation.address.of('AGENT_UNAVAILABLE').map(({ seen }) => seen.id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('an operator comes online', () => {
  test('chats whose bot asked for a person join Waiting, and show why; the others stay with their bot', async () => {
    const asking = await botConversation(stage);
    const content = await botConversation(stage);
    await asking.send('INVITE_AGENT', asking.chat);
    await presence('online');
    const chat = await chatIn(stage.host, asking.chatId, 'waiting');
    expect(chat.askedForPerson).toBe(true);
    expect(reported(await asking.feed())).toMatchObject([
      { kind: 'asked_for_person', operatorsOnline: false },
      { kind: 'handed_over', reason: 'operator_online', botName: asking.name },
    ]);
    expect((await content.chatNow()).state).toBe('bot');
  });

  test('the bot may still write until an operator takes the chat', async () => {
    const conversation = await botConversation(stage);
    await conversation.send('INVITE_AGENT', conversation.chat);
    await presence('online');
    await chatIn(stage.host, conversation.chatId, 'waiting');
    await conversation.say(conversation.chat, 'Somebody is here now');
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    expect(
      (await conversation.send('BOT_MESSAGE', conversation.chat, { message: { type: 'TEXT', text: 'Too late' } }))
        .status,
    ).toBe(403);
    expect((await conversation.chatNow()).askedForPerson).toBe(false);
  });

  test('a chat that an operator took while away is not moved', async () => {
    const conversation = await botConversation(stage);
    await conversation.send('INVITE_AGENT', conversation.chat);
    await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    await presence('online');
    expect(await conversation.chatNow()).toMatchObject({ state: 'active', askedForPerson: false });
  });
});

describe('agents_online', () => {
  test('tells whether operators are online, in each message', async () => {
    const conversation = await botConversation(stage);
    expect(conversation.chat.agents_online).toBe(false);
    await presence('online');
    await conversation.write('Now?');
    expect(
      (await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Now?')).seen.agents_online,
    ).toBe(true);
    await presence('away');
    await conversation.write('And now?');
    expect(
      (await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'And now?')).seen
        .agents_online,
    ).toBe(false);
  });
});

describe('a paused channel', () => {
  test('counts as nobody online: status, agents_online, INVITE_AGENT and test messages agree until it resumes', async () => {
    await presence('online');
    const conversation = await botConversation(stage);
    const { channel, chatId, address, id: botId } = conversation;
    expect([(await channel.status()).body, conversation.chat.agents_online]).toEqual(['1', true]);
    await stage.host.rpc('channels.pause', { channelId: channel.id });
    expect((await channel.status()).body).toBe('0');
    await conversation.write('Hello?');
    expect((await address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Hello?')).seen.agents_online).toBe(
      false,
    );
    await stage.host.rpc('bots.test', { botId, text: 'A test' });
    expect((await address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'A test')).seen.agents_online).toBe(
      false,
    );
    await conversation.send('INVITE_AGENT', conversation.chat);
    await address.next('AGENT_UNAVAILABLE');
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', askedForPerson: true });
    await stage.host.rpc('channels.resume', { channelId: channel.id });
    await chatIn(stage.host, chatId, 'waiting');
    expect((await channel.status()).body).toBe('1');
    await stage.host.rpc('bots.test', { botId, text: 'Another' });
    expect(
      (await address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Another')).seen.agents_online,
    ).toBe(true);
  });

  test('sends the same for a chat returned by an operator', async () => {
    await presence('online');
    const conversation = await botConversation(stage);
    const { channel, chatId, address } = conversation;
    await stage.host.rpc('chats.take', { chatId });
    await conversation.write('Are you there?');
    await stage.host.rpc('channels.pause', { channelId: channel.id });
    await stage.host.rpc('chats.returnToBot', { chatId });
    expect(
      (await address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Are you there?')).seen.agents_online,
    ).toBe(false);
  });
});

describe("the channel's status", () => {
  const status = async (bot: {
    readonly channel: { readonly status: () => Promise<{ readonly body: string }> };
  }): Promise<string> => (await bot.channel.status()).body;

  test('ignores bots by default', async () => {
    const bot = await openBot(stage);
    expect(await status(bot)).toBe('0');
    await presence('online');
    expect(await status(bot)).toBe('1');
  });

  test('"count the bot as available": 1 while an attached bot is working', async () => {
    const bot = await openBot(stage, {}, { countBot: true });
    expect(await status(bot)).toBe('1');
    await stage.host.rpc('bots.disable', { botId: bot.id });
    expect(await status(bot)).toBe('0');
    await stage.host.rpc('bots.enable', { botId: bot.id });
    expect(await status(bot)).toBe('1');
    await stage.host.rpc('bots.update', { botId: bot.id, channelIds: [] });
    expect(await status(bot)).toBe('0');
  });

  test('"count the bot as available": 0 for a paused channel, for a removed bot, and where the switch is off again', async () => {
    const bot = await openBot(stage, {}, { countBot: true });
    await stage.host.rpc('channels.pause', { channelId: bot.channel.id });
    expect(await status(bot)).toBe('0');
    await stage.host.rpc('channels.resume', { channelId: bot.channel.id });
    expect(await status(bot)).toBe('1');
    await stage.host.rpc('channels.update', { channelId: bot.channel.id, countBot: false });
    expect(await status(bot)).toBe('0');
    await stage.host.rpc('channels.update', { channelId: bot.channel.id, countBot: true });
    await stage.host.rpc('bots.remove', { botId: bot.id });
    expect(await status(bot)).toBe('0');
  });

  test('"count the bot as available": 0 while its bots share a token', async () => {
    const bot = await openBot(stage, { token: 'same-token-0001' }, { countBot: true });
    const other = await openBot(stage, { token: 'same-token-0001' });
    expect(await status(bot)).toBe('0');
    await stage.host.rpc('bots.update', { botId: other.id, token: 'other-token-0001' });
    expect(await status(bot)).toBe('1');
  });
});

describe('a chat of a bot', () => {
  test("does not send an operator's typing to the customer", async () => {
    const conversation = await openConversationWith(stage.host, await openBot(stage));
    expect(await stage.host.ask('chats.typing', { chatId: conversation.chatId, typing: true })).toMatchObject({
      ok: true,
    });
    await stage.host.rpc('chats.reply', { chatId: conversation.chatId, text: 'Good day' });
    const received = await conversation.inbox.waitFor(1);
    expect(bodyOf(received[0]).message.type).toBe('text');
  });
});
