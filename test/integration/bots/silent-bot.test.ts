import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { botConversation, chatIn, openBot, openConversationWith, reported, startStage, type Stage } from '../../fixtures/bots.ts';

let stage: Stage;
let unattended: Stage;

beforeAll(async () => {
  [stage, unattended] = await Promise.all([startStage(), startStage({ presence: 'away' })]);
});

afterAll(() => Promise.all([stage.stop(), unattended.stop()]));

/** The time that a silent bot gets has passed for every chat before this one: a silent bot with that time has lost its chat. */
async function silencePassed(): Promise<void> {
  const { chatId } = await botConversation(stage, { silenceSeconds: 1 });
  await chatIn(stage.host, chatId, 'waiting');
}

describe.concurrent('a silent bot', () => {
  test('acknowledges but sends nothing, an operator is online: the chat goes to the operators, and the feed says why', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 1 });
    const chat = await chatIn(stage.host, conversation.chatId, 'waiting');
    const [first] = await conversation.feed();
    expect(chat).toMatchObject({ unread: 1, waitingSince: first?.at, askedForPerson: false });
    const feed = await conversation.feed();
    expect(reported(feed)).toMatchObject([{ kind: 'handed_over', reason: 'silent', botId: conversation.id, botName: conversation.name }]);
    expect(feed.at(-1)?.text).toContain(conversation.name);
    expect((await conversation.send('BOT_MESSAGE', conversation.chat, { message: { type: 'TEXT', text: 'Too late' } })).status).toBe(403);
  });

  test('not before the time: 60 seconds where nothing is said', async () => {
    const bot = await openBot(stage, { silenceSeconds: undefined });
    expect((await bot.now()).silenceSeconds).toBe(60);
    const conversation = await openConversationWith(stage.host, bot);
    await silencePassed();
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test('0 seconds: never', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 0 });
    await silencePassed();
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test('a bot that answers is not silent', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 1 });
    await conversation.say(conversation.chat, 'Good day');
    await silencePassed();
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test('a bot that answered once and is silent at the next message loses the chat', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 1 });
    await conversation.say(conversation.chat, 'Good day');
    await conversation.write('And now?');
    await chatIn(stage.host, conversation.chatId, 'waiting');
    expect(reported(await conversation.feed())).toMatchObject([{ kind: 'handed_over', reason: 'silent' }]);
  });

  test('with no operator online it keeps the chat; when one comes online it goes to the operators', async () => {
    const conversation = await botConversation(unattended, { silenceSeconds: 1 });
    await silencePassed();
    expect((await conversation.chatNow()).state).toBe('bot');
    await unattended.host.rpc('operators.setPresence', { presence: 'online' });
    await chatIn(unattended.host, conversation.chatId, 'waiting');
    expect(reported(await conversation.feed())).toMatchObject([{ kind: 'handed_over', reason: 'silent' }]);
  });

  test.each(['kill', 'stop'] as const)('is noticed after a %s of the host too', async (way) => {
    const own = await startStage();
    try {
      const conversation = await botConversation(own, { silenceSeconds: 1 });
      await own.host[way]();
      const again = await own.host.restart();
      const chat = await chatIn(again, conversation.chatId, 'waiting');
      expect(chat.botId).toBe(conversation.id);
      await again.stop();
    } finally {
      await own.stop();
    }
  });
});
