import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allTurns,
  botConversation,
  botOf,
  botTexts,
  openBot,
  openConversationWith,
  reported,
  startStage,
  type BotConversation,
  type Stage,
} from '../../fixtures/bots.ts';
import { allMessages } from '../../fixtures/channels.ts';
import { bodyOf } from '../../fixtures/integrator.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  await openToCustomers(stage.host);
});

afterAll(() => stage.stop());

const textOf = (text: string): object => ({ message: { type: 'TEXT', text, timestamp: 1_790_000_000 } });

async function expectAccepted(
  conversation: Pick<BotConversation, 'send' | 'chat'>,
  ...bodies: readonly object[]
): Promise<void> {
  for (const fields of bodies) {
    const { status, json } = await conversation.send('BOT_MESSAGE', conversation.chat, fields);
    expect([status, json()]).toEqual([200, { result: 'ok' }]);
  }
}

const textsFrom = async (conversation: BotConversation): Promise<readonly unknown[]> =>
  botTexts(await conversation.feed()).map(({ text }) => text);

describe.concurrent('a repeat', () => {
  test('with the same id, chat and content is acknowledged but not shown again, and the customer gets it once', async () => {
    const conversation = await botConversation(stage);
    const greeting = { id: 'b-1', ...textOf('Good day') };
    await expectAccepted(conversation, greeting, greeting, greeting, { id: 'b-2', ...textOf('the end') });
    expect(await textsFrom(conversation)).toEqual(['Good day', 'the end']);
    const received = await conversation.inbox.waitFor(2);
    expect(received.map((each) => bodyOf(each).message.text)).toEqual(['Good day', 'the end']);
  });

  test('is shown as a repeat in the inspector', async () => {
    const conversation = await botConversation(stage);
    const greeting = { id: 'b-1', ...textOf('Good day') };
    await expectAccepted(conversation, greeting, greeting);
    const incoming = (await allTurns(stage.host, conversation.chatId)).filter(({ direction }) => direction === 'in');
    expect(incoming).toMatchObject([
      { outcome: 'accepted', status: 200 },
      { outcome: 'repeat', status: 200 },
    ]);
  });

  test('sent simultaneously is shown once', async () => {
    const conversation = await botConversation(stage);
    const greeting = { id: 'b-1', ...textOf('Good day') };
    await Promise.all(Array.from({ length: 10 }, () => expectAccepted(conversation, greeting)));
    expect(await textsFrom(conversation)).toEqual(['Good day']);
  });

  test('of INVITE_AGENT and of INIT_RATE takes effect once', async () => {
    const conversation = await botConversation(stage);
    for (const event of ['INIT_RATE', 'INIT_RATE', 'INVITE_AGENT', 'INVITE_AGENT'] as const) {
      expect((await conversation.send(event, conversation.chat, { id: `${event}-1` })).status).toBe(200);
    }
    await conversation.say(conversation.chat, 'the end');
    const received = await conversation.inbox.waitFor(1, ({ raw }) => raw.includes('the end'));
    expect(received).toHaveLength(1);
    expect(conversation.inbox.replies().filter(({ raw }) => raw.includes('/rating/'))).toHaveLength(1);
    expect(reported(await conversation.feed()).filter(({ kind }) => kind === 'asked_for_person')).toHaveLength(1);
  });

  test("of a customer's message is sent to the bot once", async () => {
    const bot = await openBot(stage);
    for (const text of ['Hello', 'Hello', 'the end']) {
      expect(
        (await bot.channel.post({ sender: { id: 'ann' }, message: { type: 'text', id: text, text } })).status,
      ).toBe(200);
    }
    const received = await bot.address.waitFor(2);
    expect(received.map(({ seen }) => seen.message?.text)).toEqual(['Hello', 'the end']);
  });

  test('is recognized after a restart of the host', async () => {
    const own = await startStage();
    try {
      const conversation = await botConversation(own);
      const greeting = { id: 'b-1', ...textOf('Good day') };
      await expectAccepted(conversation, greeting);
      await own.host.stop();
      const again = await own.host.restart();
      const bot = await botOf(again, conversation.id, conversation);
      await expectAccepted({ send: bot.send, chat: conversation.chat }, greeting, {
        id: 'b-1',
        ...textOf('Something else'),
      });
      expect(botTexts(await allMessages(again, conversation.chatId)).map(({ text }) => text)).toEqual([
        'Good day',
        'Something else',
      ]);
      await again.stop();
    } finally {
      await own.stop();
    }
  });
});

describe.concurrent('not a repeat:', () => {
  test('the same id with other content', async () => {
    const conversation = await botConversation(stage);
    await expectAccepted(
      conversation,
      { id: '1', ...textOf('one') },
      { id: '1', ...textOf('two') },
      { id: '1', ...textOf('three') },
    );
    expect(await textsFrom(conversation)).toEqual(['one', 'two', 'three']);
  });

  test('ids that differ in the last of many digits', async () => {
    const conversation = await botConversation(stage);
    for (const id of ['9007199254740993', '9007199254740992']) {
      const body = `{"id":${id},"event":"BOT_MESSAGE","chat_id":"${conversation.chatId}","message":{"type":"TEXT","text":"Good day"}}`;
      expect((await conversation.post(body)).status).toBe(200);
    }
    expect(await textsFrom(conversation)).toEqual(['Good day', 'Good day']);
  });

  test('the same in another chat', async () => {
    const bot = await openBot(stage);
    const [one, other] = [await openConversationWith(stage.host, bot), await openConversationWith(stage.host, bot)];
    await expectAccepted(one, { id: '1', ...textOf('Good day') });
    await expectAccepted(other, { id: '1', ...textOf('Good day') });
    expect([await textsFrom(one), await textsFrom(other)]).toEqual([['Good day'], ['Good day']]);
  });

  test('the same buttons with other text', async () => {
    const conversation = await botConversation(stage);
    const buttons = (text: string): object => ({
      id: '1',
      message: { type: 'BUTTONS', title: 'Which?', text: 'Which?', buttons: [{ id: 1, text }] },
    });
    await expectAccepted(conversation, buttons('Green'), buttons('Blue'), buttons('Blue'));
    expect(botTexts(await conversation.feed()).map((line) => line.buttons?.[0]?.text)).toEqual(['Green', 'Blue']);
  });
});
