import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botOf,
  botTexts,
  chatIn,
  openBot,
  openConversationWith,
  reported,
  startStage,
  type Stage,
  type TestBot,
} from '../../fixtures/bots.ts';

let stage: Stage;
let count = 0;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.stop());

const newToken = (): string => `shared-token-${(count += 1)}-of-two`;

async function expectUnauthenticated(bot: Pick<TestBot, 'send'>, chat: { readonly chat_id: string }): Promise<void> {
  const { status, json } = await bot.send('BOT_MESSAGE', chat, { message: { type: 'TEXT', text: 'Hello' } });
  expect(status).toBe(401);
  expect(json()).toEqual({ error: { code: 'invalid_client', message: expect.any(String) as string } });
}

describe.concurrent('a token shared by several bots', () => {
  test("none of them is authenticated, with its own provider_id or another's", async () => {
    const token = newToken();
    const one = await openBot(stage, { token });
    const { chat, feed } = await openConversationWith(stage.host, one);
    const other = await openBot(stage, { token });
    await expectUnauthenticated(one, chat);
    await expectUnauthenticated(other, chat);
    expect(botTexts(await feed())).toEqual([]);
  });

  test('none of them gets new chats: they wait for operators, or go to a third bot that works', async () => {
    const token = newToken();
    const [one, other] = [await openBot(stage, { token }), await openBot(stage, { token })];
    await one.channel.say('ann', 'Hello');
    expect((await one.channel.chatOf('"ann"')).state).toBe('waiting');
    const third = await openBot(stage, { channelIds: [other.channel.id] });
    await other.channel.say('bob', 'Hello');
    expect(await other.channel.chatOf('"bob"')).toMatchObject({ state: 'bot', botId: third.id });
    expect([...one.address.attempts(), ...other.address.attempts()]).toEqual([]);
  });

  test('their chats go to the operators, and show why', async () => {
    const token = newToken();
    const conversation = await botConversation(stage, { token });
    const other = await botConversation(stage);
    await stage.host.rpc('bots.update', { botId: other.id, token });
    for (const { chatId, feed, name } of [conversation, other]) {
      await chatIn(stage.host, chatId, 'waiting');
      expect(reported(await feed())).toMatchObject([{ kind: 'handed_over', reason: 'token_conflict', botName: name }]);
    }
  });

  test('both work again once one gets another token', async () => {
    const token = newToken();
    const [one, second] = [await openBot(stage, { token }), await openBot(stage, { token })];
    await stage.host.rpc('bots.update', { botId: second.id, token: newToken() });
    const other = await botOf(stage.host, second.id, second);
    for (const bot of [one, other]) {
      expect(await bot.now()).toMatchObject({ state: 'working', conflictsWith: [] });
      const { chat } = await openConversationWith(stage.host, bot);
      await bot.say(chat, 'Good day');
    }
  });

  test('and once one is removed', async () => {
    const token = newToken();
    const [one, other] = [await openBot(stage, { token }), await openBot(stage, { token })];
    await stage.host.rpc('bots.remove', { botId: other.id });
    expect(await one.now()).toMatchObject({ state: 'working', conflictsWith: [] });
    const { chat } = await openConversationWith(stage.host, one);
    await one.say(chat, 'Good day');
  });
});

test('a provision file with one token for two bots: the host starts, and both are shown as in conflict', async () => {
  const entry = { token: 'provisioned-twice-0001', endpoint: 'https://bot.example/hook', channels: [] };
  const own = await startStage({
    provision: {
      bots: [
        { name: 'One', providerId: 'prov-1', ...entry },
        { name: 'Two', providerId: 'prov-2', ...entry },
      ],
    },
  });
  try {
    const { bots } = await own.host.rpc('bots.list', {});
    expect(bots.map(({ name, state, conflictsWith }) => [name, state, conflictsWith])).toEqual([
      ['One', 'token_conflict', ['Two']],
      ['Two', 'token_conflict', ['One']],
    ]);
  } finally {
    await own.stop();
  }
});
