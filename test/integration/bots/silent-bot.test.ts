import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  chatIn,
  openBot,
  openConversationWith,
  outTurn,
  reported,
  startStage,
  type Stage,
} from '../../fixtures/bots.ts';
import { speaking, type SeenEvent } from '../../fixtures/provider.ts';

let stage: Stage;
let unattended: Stage;

beforeAll(async () => {
  [stage, unattended] = await Promise.all([startStage(), startStage({ presence: 'away' })]);
});

afterAll(() => Promise.all([stage.stop(), unattended.stop()]));

/** The timeout of a silent bot has passed for every earlier chat: a silent bot with that timeout has lost its chat. */
async function silencePassed(): Promise<void> {
  const { chatId } = await botConversation(stage, { silenceSeconds: 1 });
  await chatIn(stage.host, chatId, 'waiting');
}

describe.concurrent('a silent bot', () => {
  test('that acknowledges but sends nothing while an operator is online loses the chat to the operators, which shows why', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 1 });
    const chat = await chatIn(stage.host, conversation.chatId, 'waiting');
    const [first] = await conversation.feed();
    expect(chat).toMatchObject({ unanswered: 1, waitingSince: first?.at, askedForPerson: false });
    const feed = await conversation.feed();
    expect(reported(feed)).toMatchObject([
      { kind: 'handed_over', reason: 'silent', botId: conversation.id, botName: conversation.name },
    ]);
    expect(feed.at(-1)?.text).toContain(conversation.name);
    expect(
      (await conversation.send('BOT_MESSAGE', conversation.chat, { message: { type: 'TEXT', text: 'Too late' } }))
        .status,
    ).toBe(403);
  });

  test('does not lose it earlier: after 60 seconds by default', async () => {
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

  test('is not one that answers', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 5 });
    await conversation.say(conversation.chat, 'Good day');
    await silencePassed();
    expect((await conversation.chatNow()).state).toBe('bot');
  });

  test.each(['BOT_MESSAGE', 'CLIENT_INFO'] as const)(
    'nor one that answers with %s before its own 200, also after a restart',
    async (event) => {
      const own = await startStage();
      try {
        const bot = await openBot(own, { silenceSeconds: 3 });
        const fields =
          event === 'BOT_MESSAGE'
            ? () => ({ message: { type: 'TEXT', text: 'Good day' } })
            : ({ client_id }: SeenEvent) => ({ client_id, client: { name: 'Ann' } });
        bot.address.react(speaking((seen) => bot.send(event, seen, fields(seen))));
        const conversation = await openConversationWith(own.host, bot);
        await outTurn(
          own.host,
          conversation.chatId,
          (turn) => turn.event === 'CLIENT_MESSAGE' && turn.state === 'delivered',
        );
        await own.host.stop();
        const again = await own.host.restart();
        // A silent bot with the same timeout, whose chat began after the restart, has lost it.
        const silent = await openConversationWith(again, await openBot({ ...own, host: again }, { silenceSeconds: 3 }));
        await chatIn(again, silent.chatId, 'waiting');
        expect((await again.rpc('chats.get', { chatId: conversation.chatId })).state).toBe('bot');
        await again.stop();
      } finally {
        await own.stop();
      }
    },
  );

  test('that asked for a person in vain before: its chat waits for the person', async () => {
    const own = await startStage({ presence: 'away' });
    try {
      const conversation = await botConversation(own, { silenceSeconds: 1 });
      await conversation.send('INVITE_AGENT', conversation.chat);
      await conversation.write('And now?');
      await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'And now?');
      await silencePassed();
      await own.host.rpc('operators.setPresence', { presence: 'online' });
      const chat = await chatIn(own.host, conversation.chatId, 'waiting');
      expect(chat.askedForPerson).toBe(true);
      expect(reported(await conversation.feed())).toMatchObject([
        { kind: 'asked_for_person' },
        { kind: 'handed_over', reason: 'operator_online' },
      ]);
      expect(
        (
          await conversation.send('BOT_MESSAGE', conversation.chat, {
            message: { type: 'TEXT', text: 'A colleague is coming' },
          })
        ).status,
      ).toBe(200);
    } finally {
      await own.stop();
    }
  });

  test('keeps its chat while its channel is paused, and loses it when the channel resumes', async () => {
    const bot = await openBot(stage, { silenceSeconds: 1 });
    await stage.host.rpc('channels.pause', { channelId: bot.channel.id });
    const conversation = await openConversationWith(stage.host, bot);
    await silencePassed();
    expect((await conversation.chatNow()).state).toBe('bot');
    await stage.host.rpc('channels.resume', { channelId: conversation.channel.id });
    await chatIn(stage.host, conversation.chatId, 'waiting');
    expect(reported(await conversation.feed())).toMatchObject([{ kind: 'handed_over', reason: 'silent' }]);
  });

  test('that answered once and is silent after the next message loses the chat', async () => {
    const conversation = await botConversation(stage, { silenceSeconds: 5 });
    await conversation.say(conversation.chat, 'Good day');
    await conversation.write('And now?');
    await chatIn(stage.host, conversation.chatId, 'waiting');
    expect(reported(await conversation.feed())).toMatchObject([{ kind: 'handed_over', reason: 'silent' }]);
  });

  test('keeps it with no operator online, and loses it when one comes online', async () => {
    const conversation = await botConversation(unattended, { silenceSeconds: 1 });
    await silencePassed();
    expect((await conversation.chatNow()).state).toBe('bot');
    await unattended.host.rpc('operators.setPresence', { presence: 'online' });
    await chatIn(unattended.host, conversation.chatId, 'waiting');
    expect(reported(await conversation.feed())).toMatchObject([{ kind: 'handed_over', reason: 'silent' }]);
  });

  test('is detected after a restart of the host too', async () => {
    const own = await startStage();
    try {
      const conversation = await botConversation(own, { silenceSeconds: 1 });
      await own.host.stop();
      const again = await own.host.restart();
      const chat = await chatIn(again, conversation.chatId, 'waiting');
      expect(chat.botId).toBe(conversation.id);
      await again.stop();
    } finally {
      await own.stop();
    }
  });
});
