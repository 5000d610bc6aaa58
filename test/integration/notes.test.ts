import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '#shared/domain/message.ts';
import {
  botConversation,
  chatIn,
  reported,
  stageOf,
  startStage,
  type BotConversation,
  type Stage,
} from '../fixtures/bots.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { openChannel } from '../fixtures/channels.ts';
import { ACCESS_KEY, type Host } from '../fixtures/host-client.ts';
import { openToCustomers } from '../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../fixtures/rating-page.ts';
import { rpcRequest } from '../fixtures/rpc.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';
const OPERATORS = [
  { name: 'Olga', accessKey: ACCESS_KEY },
  { name: 'Ivan', accessKey: IVANS_KEY },
];

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ provision: { operators: OPERATORS } });
});

afterAll(() => stage.stop());

const words = (text: string): object => ({ message: { type: 'TEXT', text } });
const notesOf = (feed: readonly Message[]): readonly Message[] => feed.filter(({ from }) => from === 'note');

/** The whole journal of a channel, with requests and responses. */
async function journalOf(host: Host, selection: { channelId: string } | { botId: string }): Promise<string> {
  const { entries } = await host.rpc('journal.list', { ...selection, limit: 200 });
  return JSON.stringify(await Promise.all(entries.map(({ id }) => host.rpc('journal.get', { entryId: id }))));
}

/** Everything the inbox shows of a chat that isn't open. */
async function listsOf(host: Host, { chatId, channel, externalId }: BotConversation): Promise<string> {
  const chat = await channel.chatOf(externalId);
  const { chats } = await host.rpc('customers.chats', { customerId: chat.customer.id });
  return JSON.stringify([
    chat,
    chats,
    await host.rpc('bots.turns', { chatId, limit: 200 }),
    await host.rpc('chats.counts', {}),
  ]);
}

describe.concurrent('a private note', () => {
  test('is never sent: not to the customer, the bot, in any response of the listener, or into journal or log', async () => {
    const { host } = stage;
    const secret = `between-us-${randomUUID()}`;
    const conversation = await botConversation(stage);
    const { chatId, channel, address, inbox } = conversation;
    const note = (): Promise<Message> => host.rpc('chats.note', { chatId, text: `${secret} He never pays` });
    const answers: string[] = [];
    await note();
    await host.rpc('chats.take', { chatId });
    await conversation.write('Said while a person had it');
    await note();
    answers.push((await conversation.send('BOT_MESSAGE', conversation.chat, words('Too late'))).body);
    await host.rpc('chats.returnToBot', { chatId });
    await address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Said while a person had it');
    await note();
    await conversation.say(conversation.chat, 'Here I am again');
    await host.rpc('chats.reply', { chatId, text: 'A word from a person' });
    await note();
    await openToCustomers(host);
    const { message } = await host.rpc('chats.requestRating', { chatId });
    await inbox.waitFor(3);
    const page = await openRatingPage(ratingLink(message.text));
    answers.push(page.html, (await page.rate(5, 'Thank you')).body, (await channel.status()).body);
    answers.push(
      (await channel.post({ sender: { id: 'somebody else' }, message: { type: 'text', text: 'Hello' } })).body,
    );
    await host.rpc('chats.close', { chatId });
    await note();
    await address.next('CHAT_CLOSED');

    expect(notesOf(await conversation.feed()).map(({ text }) => text)).toEqual(
      Array.from({ length: 5 }, () => `${secret} He never pays`),
    );
    const left = [...answers, ...inbox.received.map(({ raw }) => raw), ...address.attempts().map(({ raw }) => raw)];
    left.push(
      await journalOf(host, { channelId: channel.id }),
      await journalOf(host, { botId: conversation.id }),
      await listsOf(host, conversation),
      host.log(),
    );
    expect(left.filter((text) => text.includes(secret))).toEqual([]);
    expect(inbox.received).toHaveLength(3);
  });

  test('is visible to every operator at once, and can be added to a colleague’s chat, which stays theirs', async () => {
    const { host } = stage;
    const channel = await openChannel(host);
    await channel.say('ann', 'Hello');
    const { id: chatId } = await channel.chatOf('"ann"');
    const taken = await host.rpc('chats.take', { chatId });
    const window = await host.events();
    const answer = await rpcRequest(host.console, IVANS_KEY, 'chats.note', {
      chatId,
      text: 'I know her: give her the discount',
    });
    expect(answer).toMatchObject({
      ok: true,
      data: { from: 'note', authorName: 'Ivan', text: 'I know her: give her the discount' },
    });
    const { data } = await window.waitFor('message.added', ({ message }) => message.chatId === chatId);
    expect(data).toEqual({ message: answer.ok && answer.data, chat: taken });
    expect(await host.rpc('chats.get', { chatId })).toEqual({ ...taken, unread: 1 });
    expect(notesOf(await channel.feed('"ann"'))).toHaveLength(1);
  });

  test('leaves a bot’s chat with the bot, which continues', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('chats.note', { chatId: conversation.chatId, text: 'Let us see what it says' });
    await conversation.say(conversation.chat, 'We open at nine');
    expect(await conversation.chatNow()).toMatchObject({
      state: 'bot',
      lastMessage: { from: 'bot', text: 'We open at nine' },
    });
  });

  test('does not let a silent bot keep its chat', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 1 });
    await stage.host.rpc('chats.note', { chatId: conversation.chatId, text: 'It says nothing' });
    await chatIn(stage.host, conversation.chatId, 'waiting');
    expect(reported(await conversation.feed())).toMatchObject([{ kind: 'handed_over', reason: 'silent' }]);
  });

  test('survives a kill, and is the same one when requested again', { tags: ['thorough'] }, async () => {
    const own = await stageOf(startHeadless());
    try {
      const channel = await openChannel(own.host);
      await channel.say('ann', 'Hello');
      const { id: chatId } = await channel.chatOf('"ann"');
      const asked = { chatId, text: 'Will come by on Monday', clientId: randomUUID() };
      const note = await own.host.rpc('chats.note', asked);
      await own.host.kill();
      const again = await own.host.restart();
      expect(await again.rpc('chats.note', asked)).toEqual(note);
      const { messages } = await again.rpc('messages.list', { chatId });
      expect(notesOf(messages)).toEqual([note]);
      await again.stop();
    } finally {
      await own.stop();
    }
  });
});
