import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_KEY } from '../../fixtures/host-client.ts';
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
} from '../../fixtures/bots.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { rpcRequest } from '../../fixtures/rpc.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    provision: {
      operators: [
        { name: 'Olga', accessKey: ACCESS_KEY },
        { name: 'Ivan', accessKey: IVANS_KEY },
      ],
    },
  });
});

afterAll(() => stage.stop());

const words = (text: string): object => ({ message: { type: 'TEXT', text } });

describe.concurrent('chats.returnToBot', () => {
  test('an operator gives a chat back: the bot has it again, gets its messages and may write', async () => {
    const conversation = await botConversation(stage);
    const { chatId } = conversation;
    await stage.host.rpc('chats.take', { chatId });
    await conversation.write('For the operator only');
    await stage.host.rpc('chats.reply', { chatId, text: 'From the operator' });
    expect((await conversation.send('BOT_MESSAGE', conversation.chat, words('Held back'))).status).toBe(403);
    const back = await stage.host.rpc('chats.returnToBot', { chatId });
    expect(back).toMatchObject({ state: 'bot', botId: conversation.id, askedForPerson: false });
    expect(back).not.toHaveProperty('operatorId');
    await conversation.write('For the bot again');
    await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'For the bot again');
    await conversation.say(conversation.chat, 'Here I am again');
    const received = await conversation.inbox.waitFor(2);
    expect(received.map((each) => bodyOf(each).message.text)).toEqual(['From the operator', 'Here I am again']);
    expect(botTexts(await conversation.feed()).map(({ text, heldBack }) => [text, heldBack])).toEqual([
      ['Held back', 'operator_has_it'],
      ['Here I am again', undefined],
    ]);
    expect(reported(await conversation.feed())).toMatchObject([
      { kind: 'taken' },
      { kind: 'returned_to_bot', operatorName: 'Olga', botId: conversation.id, botName: conversation.name },
    ]);
    expect(conversation.address.attempts().some(({ raw }) => raw.includes('For the operator only'))).toBe(false);
  });

  test("the bot gets the customer's unanswered messages from the meantime, once and in order", async () => {
    const conversation = await botConversation(stage);
    const { chatId } = conversation;
    await outTurn(stage.host, chatId, ({ state }) => state === 'delivered');
    await stage.host.rpc('chats.take', { chatId });
    for (const text of ['one', 'two']) await conversation.write(text);
    await stage.host.rpc('chats.returnToBot', { chatId });
    await conversation.write('three');
    const received = await conversation.address.waitFor(4);
    expect(received.map(({ seen }) => seen.message?.text)).toEqual(['Hello', 'one', 'two', 'three']);
  });

  test('a chat whose bot asked for a person: it leaves Waiting, and is no longer marked', async () => {
    const conversation = await botConversation(stage);
    await conversation.send('INVITE_AGENT', conversation.chat);
    expect(await stage.host.rpc('chats.returnToBot', { chatId: conversation.chatId })).toMatchObject({
      state: 'bot',
      askedForPerson: false,
    });
    await conversation.say(conversation.chat, 'Here I am again');
  });

  test('a chat waiting on a channel to which a bot was added later', async () => {
    const channel = await openChannel(stage.host);
    await channel.say('ann', 'Hello');
    const { id: chatId } = await channel.chatOf('"ann"');
    const bot = await openBot(stage, { channelIds: [channel.id] });
    expect(await stage.host.rpc('chats.returnToBot', { chatId })).toMatchObject({ state: 'bot', botId: bot.id });
    await bot.say({ chat_id: chatId }, 'Good day');
  });

  test('to the bot that had it last if that one works on the channel, else to the first that does', async () => {
    const first = await openBot(stage);
    const second = await openBot(stage, { channelIds: [first.channel.id] });
    const conversation = await openConversationWith(stage.host, first);
    const { chatId } = conversation;
    await stage.host.rpc('bots.disable', { botId: first.id });
    expect((await stage.host.rpc('chats.returnToBot', { chatId })).botId).toBe(second.id);
    await stage.host.rpc('bots.enable', { botId: first.id });
    await stage.host.rpc('chats.take', { chatId });
    expect((await stage.host.rpc('chats.returnToBot', { chatId })).botId).toBe(second.id);
    expect((await first.send('BOT_MESSAGE', conversation.chat, words('Not mine'))).status).toBe(403);
    await second.say(conversation.chat, 'Mine');
  });

  test('already with that bot: nothing changes', async () => {
    const conversation = await botConversation(stage);
    const before = await conversation.chatNow();
    const after = await stage.host.rpc('chats.returnToBot', { chatId: conversation.chatId });
    expect({ ...after, unread: 1 }).toEqual(before);
    expect(reported(await conversation.feed())).toEqual([]);
  });

  test("a colleague's chat: chat_taken", async () => {
    const conversation = await botConversation(stage);
    const { chatId } = conversation;
    await stage.host.rpc('chats.take', { chatId });
    expect(await rpcRequest(stage.host.console, IVANS_KEY, 'chats.returnToBot', { chatId })).toMatchObject({
      ok: false,
      error: { code: 'chat_taken' },
    });
    expect((await conversation.chatNow()).state).toBe('active');
  });

  test('taken, returned and taken again, it always has exactly one owner', async () => {
    const conversation = await botConversation(stage);
    const { chatId } = conversation;
    for (let count = 1; count <= 3; count += 1) {
      await stage.host.rpc('chats.take', { chatId });
      expect((await conversation.send('BOT_MESSAGE', conversation.chat, words(`held ${count}`))).status).toBe(403);
      await stage.host.rpc('chats.returnToBot', { chatId });
      await conversation.say(conversation.chat, `said ${count}`);
    }
    const received = await conversation.inbox.waitFor(3);
    expect(received.map((each) => bodyOf(each).message.text)).toEqual(['said 1', 'said 2', 'said 3']);
  });

  test("a silent bot that got a chat back loses it only after the customer's next message", async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 1 });
    const { chatId } = conversation;
    await stage.host.rpc('chats.reply', { chatId, text: 'I am here' });
    await stage.host.rpc('chats.returnToBot', { chatId });
    const clock = await botConversation(stage, { silenceSeconds: 1 });
    await chatIn(stage.host, clock.chatId, 'waiting');
    expect((await conversation.chatNow()).state).toBe('bot');
    await conversation.write('And now?');
    await chatIn(stage.host, chatId, 'waiting');
  });
});
