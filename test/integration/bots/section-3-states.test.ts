import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  openBot,
  openConversationWith,
  reported,
  startStage,
  type Stage,
} from '../../fixtures/bots.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { speaking } from '../../fixtures/provider.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';

let stage: Stage;
let unattended: Stage;

beforeAll(async () => {
  [stage, unattended] = await Promise.all([
    startStage({ clock: createQuickClock() }),
    startStage({ presence: 'away' }),
  ]);
  await openToCustomers(stage.host);
});

afterAll(() => Promise.all([stage.stop(), unattended.stop()]));

describe.concurrent('3 States and transitions', () => {
  test('Client message arrives, bot connected to the channel: CLIENT_MESSAGE to the provider, which answers with BOT_MESSAGE', async () => {
    const bot = await openBot(stage);
    bot.address.react(speaking((seen) => bot.say(seen, `You said: ${seen.message?.text}`)));
    await bot.channel.say('ann', 'Hello');
    const [received] = await bot.inbox.waitFor(1);
    expect(bodyOf(received)).toMatchObject({
      sender: { name: bot.name },
      recipient: { id: 'ann' },
      message: { type: 'text', text: 'You said: Hello' },
    });
    expect(await bot.channel.chatOf('"ann"')).toMatchObject({ state: 'bot', botId: bot.id, askedForPerson: false });
  });

  test('a channel without a bot: its chats wait for an operator', async () => {
    const channel = await openChannel(stage.host);
    await channel.say('ann', 'Hello');
    const chat = await channel.chatOf('"ann"');
    expect(chat.state).toBe('waiting');
    expect(chat).not.toHaveProperty('botId');
  });

  test('a bot attached later gets new chats, not the open ones', async () => {
    const other = await openBot(stage);
    const channel = await openChannel(stage.host);
    await channel.say('ann', 'Hello');
    await stage.host.rpc('bots.update', { botId: other.id, channelIds: [other.channel.id, channel.id] });
    await channel.say('ann', 'Still there?');
    await channel.say('bob', 'Good day');
    const { seen } = await other.address.next('CLIENT_MESSAGE');
    expect(seen.message?.text).toBe('Good day');
    expect((await channel.chatOf('"ann"')).state).toBe('waiting');
    expect((await channel.chatOf('"bob"')).state).toBe('bot');
  });

  test('several bots on a channel: the first enabled one in the list gets new chats', async () => {
    const first = await openBot(stage);
    const second = await openBot(stage, { channelIds: [first.channel.id] });
    expect((await openConversationWith(stage.host, first)).chatId).not.toBe('');
    await stage.host.rpc('bots.disable', { botId: first.id });
    await first.channel.say('bob', 'Good day');
    expect((await second.address.next('CLIENT_MESSAGE')).seen.message?.text).toBe('Good day');
    await stage.host.rpc('bots.enable', { botId: first.id });
    await first.channel.say('cid', 'Good night');
    expect(
      (await first.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Good night')).seen.event,
    ).toBe('CLIENT_MESSAGE');
  });

  test('an operator takes the chat from the bot; further messages go to the operator alone', async () => {
    const conversation = await botConversation(stage);
    const taken = await stage.host.rpc('chats.take', { chatId: conversation.chatId });
    expect(taken).toMatchObject({ state: 'active' });
    await conversation.write('For a person');
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    await conversation.address.next('CHAT_CLOSED');
    expect(conversation.address.attempts().map(({ seen }) => seen.event)).toEqual(['CLIENT_MESSAGE', 'CHAT_CLOSED']);
    expect(reported(await conversation.feed())).toMatchObject([
      { kind: 'taken', fromBotName: conversation.name },
      { kind: 'closed' },
    ]);
  });

  test("a closed chat: the customer's next message opens a new one with the bot", async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    await conversation.write('I am back');
    const { seen } = await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'I am back');
    expect(seen.chat_id).not.toBe(conversation.chatId);
    expect(await stage.host.rpc('chats.get', { chatId: seen.chat_id })).toMatchObject({
      state: 'bot',
      botId: conversation.id,
    });
  });
});
