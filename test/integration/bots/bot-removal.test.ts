import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botTexts,
  chatIn,
  openBot,
  openConversationWith,
  reported,
  startStage,
  type BotConversation,
  type Stage,
} from '../../fixtures/bots.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { heldAnswer, provides } from '../../fixtures/provider.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.stop());

const words = (text: string): object => ({ message: { type: 'TEXT', text } });

async function expectHandedOver({ chatId, feed, name }: BotConversation, reason: string): Promise<void> {
  await chatIn(stage.host, chatId, 'waiting');
  expect(reported(await feed())).toMatchObject([{ kind: 'handed_over', reason, botName: name }]);
}

describe.concurrent('a removed bot', () => {
  test('loses its chats to the operators and its address answers 401, but its messages stay', async () => {
    const bot = await openBot(stage);
    const [one, other] = [await openConversationWith(stage.host, bot), await openConversationWith(stage.host, bot)];
    await bot.say(one.chat, 'Good day');
    expect(await stage.host.rpc('bots.remove', { botId: bot.id })).toEqual({ handedOver: 2 });
    for (const conversation of [one, other]) await expectHandedOver(conversation, 'removed');
    const refused = await bot.send('BOT_MESSAGE', one.chat, words('Too late'));
    expect([refused.status, refused.json()]).toEqual([
      401,
      { error: { code: 'invalid_client', message: expect.any(String) as string } },
    ]);
    expect(botTexts(await one.feed())).toMatchObject([{ text: 'Good day', authorName: bot.name }]);
    expect((await stage.host.rpc('bots.list', {})).bots.map(({ id }) => id)).not.toContain(bot.id);
  });

  test('leaves new chats of its channel waiting for an operator', async () => {
    const bot = await openBot(stage);
    await stage.host.rpc('bots.remove', { botId: bot.id });
    await bot.channel.say('ann', 'Hello');
    expect((await bot.channel.chatOf('"ann"')).state).toBe('waiting');
  });

  test('gets no further attempts of a pending event, and the chat can be answered and closed', async () => {
    const bot = await openBot(stage);
    const held = heldAnswer(provides.busy);
    bot.address.react(held.reaction);
    const conversation = await openConversationWith(stage.host, bot);
    await stage.host.rpc('bots.remove', { botId: bot.id });
    held.release();
    await expectHandedOver(conversation, 'removed');
    await stage.host.rpc('chats.reply', { chatId: conversation.chatId, text: 'I am here' });
    await conversation.inbox.waitFor(1);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    expect(reported(await conversation.feed()).map(({ kind }) => kind)).toEqual(['handed_over', 'taken', 'closed']);
  });

  test('keeps its inspector entries', async () => {
    const conversation = await botConversation(stage);
    await conversation.say(conversation.chat, 'Good day');
    await stage.host.rpc('bots.remove', { botId: conversation.id });
    const { turns } = await stage.host.rpc('bots.turns', { chatId: conversation.chatId });
    expect(turns).toMatchObject([
      { direction: 'out', event: 'CLIENT_MESSAGE' },
      { direction: 'in', event: 'BOT_MESSAGE' },
      { direction: 'move', move: { kind: 'handed_over', reason: 'removed' } },
    ]);
  });
});

describe.concurrent('a disabled bot', () => {
  test('loses its chats to the operators, and gets no new ones until it is enabled', async () => {
    const conversation = await botConversation(stage);
    expect(await stage.host.rpc('bots.disable', { botId: conversation.id })).toMatchObject({
      enabled: false,
      state: 'disabled',
    });
    await expectHandedOver(conversation, 'disabled');
    await conversation.channel.say('bob', 'Hello');
    expect((await conversation.channel.chatOf('"bob"')).state).toBe('waiting');
    expect(await stage.host.rpc('bots.enable', { botId: conversation.id })).toMatchObject({
      enabled: true,
      state: 'working',
    });
    const next = await openConversationWith(stage.host, conversation);
    expect((await next.chatNow()).state).toBe('bot');
  });

  test('stays disabled after a restart, and its chats stay with the operators', async () => {
    const own = await startStage();
    try {
      const conversation = await botConversation(own);
      await own.host.rpc('bots.disable', { botId: conversation.id });
      await own.host.stop();
      const again = await own.host.restart();
      expect((await again.rpc('bots.list', {})).bots).toMatchObject([
        { id: conversation.id, enabled: false, state: 'disabled' },
      ]);
      expect((await again.rpc('chats.get', { chatId: conversation.chatId })).state).toBe('waiting');
      await again.stop();
    } finally {
      await own.stop();
    }
  });
});

describe.concurrent('a bot detached from a channel', () => {
  test('loses its chats there to the operators, and keeps those of other channels', async () => {
    const bot = await openBot(stage);
    const here = await openConversationWith(stage.host, bot);
    const there = await openChannel(stage.host);
    await stage.host.rpc('bots.update', { botId: bot.id, channelIds: [bot.channel.id, there.id] });
    await there.say('ann', 'Hello');
    expect((await there.chatOf('"ann"')).state).toBe('bot');
    await stage.host.rpc('bots.update', { botId: bot.id, channelIds: [there.id] });
    await expectHandedOver(here, 'detached');
    expect((await there.chatOf('"ann"')).state).toBe('bot');
  });

  test('a removed channel closes its chats, tells the bot, and leaves it its other channels', async () => {
    const conversation = await botConversation(stage);
    const other = await openChannel(stage.host);
    await stage.host.rpc('bots.update', { botId: conversation.id, channelIds: [conversation.channel.id, other.id] });
    await stage.host.rpc('channels.remove', { channelId: conversation.channel.id });
    expect((await conversation.chatNow()).state).toBe('closed');
    expect((await conversation.address.next('CHAT_CLOSED')).seen.chat_id).toBe(conversation.chatId);
    expect((await conversation.now()).channelIds).toEqual([other.id]);
    expect((await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'))).status).toBe(403);
  });
});
