import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  chatIn,
  openBot,
  openConversationWith,
  reported,
  startStage,
  type Stage,
} from '../../fixtures/bots.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { provides, speaking } from '../../fixtures/provider.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';

let stage: Stage;
let unattended: Stage;

beforeAll(async () => {
  [stage, unattended] = await Promise.all([startStage(), startStage({ presence: 'away' })]);
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

  test('INVITE_AGENT, with an operator online: the dialogue is transferred to the operators', async () => {
    const conversation = await botConversation(stage);
    expect((await conversation.send('INVITE_AGENT', conversation.chat)).status).toBe(200);
    expect(await conversation.chatNow()).toMatchObject({ state: 'waiting', askedForPerson: true });
    expect(reported(await conversation.feed())).toMatchObject([
      { kind: 'asked_for_person', operatorsOnline: true, botName: conversation.name },
    ]);
  });

  test('INVITE_AGENT, no operator online: AGENT_UNAVAILABLE, and the bot may ask for contact data', async () => {
    const conversation = await botConversation(unattended);
    expect((await conversation.send('INVITE_AGENT', conversation.chat)).status).toBe(200);
    const { seen } = await conversation.address.next('AGENT_UNAVAILABLE');
    expect(seen).toMatchObject({ chat_id: conversation.chatId, client_id: conversation.chat.client_id });
    await conversation.say(conversation.chat, 'Nobody is here. Your email, please?');
    const [received] = await conversation.inbox.waitFor(1);
    expect(bodyOf(received).message.text).toBe('Nobody is here. Your email, please?');
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', botId: conversation.id, askedForPerson: true });
  });

  test('no normal success response, timeout and retries exhausted: the client is transferred to an operator', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.busy);
    const { chatId, feed } = await openConversationWith(stage.host, bot);
    await chatIn(stage.host, chatId, 'waiting');
    expect(reported(await feed())).toMatchObject([{ kind: 'handed_over', reason: 'failed', botName: bot.name }]);
    expect(bot.address.attempts()).toHaveLength(3);
  });

  test('INIT_RATE: the customer is asked, the answer arrives as CLIENT_RATED', async () => {
    const conversation = await botConversation(stage);
    expect((await conversation.send('INIT_RATE', conversation.chat)).status).toBe(200);
    const [asked] = await conversation.inbox.waitFor(1);
    const page = await openRatingPage(ratingLink(bodyOf(asked).message.text));
    await page.rate(4);
    const { seen } = await conversation.address.next('CLIENT_RATED');
    expect(seen).toMatchObject({ chat_id: conversation.chatId, rate: 4 });
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

  test('an operator who replies takes the chat from the bot', async () => {
    const conversation = await botConversation(stage);
    const { chat } = await stage.host.rpc('chats.reply', { chatId: conversation.chatId, text: 'Good day' });
    const me = await stage.host.rpc('operators.me', {});
    expect(chat).toMatchObject({ state: 'active', operatorId: me.id });
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
