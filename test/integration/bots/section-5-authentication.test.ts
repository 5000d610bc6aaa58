import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botTexts,
  openBot,
  startStage,
  type BotConversation,
  type Stage,
} from '../../fixtures/bots.ts';
import { httpRequest, type RawAnswer } from '../../fixtures/http-request.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.stop());

const greeting = ({ chat }: BotConversation): string =>
  JSON.stringify({ id: '1', event: 'BOT_MESSAGE', chat_id: chat.chat_id, message: { type: 'TEXT', text: 'Good day' } });

const at = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
  httpRequest(`${stage.host.listener}/webhooks/${path}`, { method: 'POST', body, headers });

function expectRefused({ status, json, headers }: RawAnswer, code: string): void {
  expect(status).toBe(401);
  expect(json()).toEqual({ error: { code, message: expect.stringMatching(/\S/) as string } });
  expect(headers['content-type']).toMatch(/^application\/json\b/);
}

describe.concurrent('5 Authentication', () => {
  test('the token in the URL is what authenticates: no header is needed', async () => {
    const conversation = await botConversation(stage);
    expect((await at(`${conversation.providerId}/${conversation.token}`, greeting(conversation))).status).toBe(200);
  });

  test('every request to the provider carries the token as the last path segment', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('chats.close', { chatId: conversation.chatId });
    await conversation.address.next('CHAT_CLOSED');
    expect(conversation.address.attempts().map(({ url }) => url.split('/').at(-1))).toEqual([
      conversation.token,
      conversation.token,
    ]);
  });

  test('an unknown token, provider or both: 401 invalid_client, always the same', async () => {
    const conversation = await botConversation(stage);
    const other = await openBot(stage);
    const { providerId, token } = conversation;
    const paths = [
      `${providerId}/${token}x`,
      `${providerId}/${token.slice(0, -1)}`,
      `nobody/${token}`,
      `${other.providerId}/${token}`,
      `${providerId}/${other.token}`,
      'nobody/nothing',
    ];
    const answers = await Promise.all(paths.map((path) => at(path, greeting(conversation))));
    for (const refused of answers) expectRefused(refused, 'invalid_client');
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(botTexts(await conversation.feed())).toEqual([]);
  });

  test('401 takes precedence over errors in the body', async () => {
    for (const body of ['', '{', '[]', '{"event":"NONSENSE"}'])
      expectRefused(await at('nobody/nothing', body), 'invalid_client');
  });

  test('an Authorization header, if sent, must be Bearer <token>', async () => {
    const conversation = await botConversation(stage);
    const path = `${conversation.providerId}/${conversation.token}`;
    expect((await at(path, greeting(conversation), { authorization: `Bearer ${conversation.token}` })).status).toBe(
      200,
    );
  });

  test.each(['Bearer', 'Bearer wrong', 'Basic dXNlcjpwYXNz', 'wrong', 'Bearer <token>x', '<token>', 'Basic <token>'])(
    'an Authorization header %j: 401 unauthorized_client',
    async (header) => {
      const conversation = await botConversation(stage);
      const path = `${conversation.providerId}/${conversation.token}`;
      const refused = await at(path, greeting(conversation), {
        authorization: header.replace('<token>', conversation.token),
      });
      expectRefused(refused, 'unauthorized_client');
      expect(botTexts(await conversation.feed())).toEqual([]);
    },
  );

  test('a wrong token is 401 invalid_client, whatever the Authorization header says', async () => {
    const conversation = await botConversation(stage);
    expectRefused(
      await at(`${conversation.providerId}/wrong`, greeting(conversation), { authorization: 'Bearer wrong' }),
      'invalid_client',
    );
  });

  test('a changed token: the old one is 401, the new one works, in both directions', async () => {
    const conversation = await botConversation(stage);
    await stage.host.rpc('bots.update', { botId: conversation.id, token: 'fresh-token-0001' });
    expectRefused(
      await at(`${conversation.providerId}/${conversation.token}`, greeting(conversation)),
      'invalid_client',
    );
    expect((await at(`${conversation.providerId}/fresh-token-0001`, greeting(conversation))).status).toBe(200);
    await conversation.write('Once more');
    const { url } = await conversation.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Once more');
    expect(url.split('/').at(-1)).toBe('fresh-token-0001');
  });

  test('tokens appear in no list, inspector, journal, log or error; they are masked in the list', async () => {
    const conversation = await botConversation(stage, { token: 'hidden-token-4711-hidden' });
    await at(`${conversation.providerId}/${conversation.token}`, '{');
    await at(`nobody/${conversation.token}`, '{}');
    await at(`${conversation.providerId}/${conversation.token}`, greeting(conversation), {
      authorization: `Basic ${conversation.token}`,
    });
    const { host } = stage;
    const told = [
      await at(`${conversation.providerId}/${conversation.token}`, '{"event":"NONSENSE"}').then(({ body }) => body),
      await host.ask('bots.list', {}),
      await host.ask('bots.update', { botId: conversation.id, name: 'Renamed' }),
      await host.ask('bots.turns', { chatId: conversation.chatId }),
      await host.ask('journal.list', { limit: 200 }),
      await host.ask('messages.list', { chatId: conversation.chatId }),
      await host.ask('bots.create', { name: 'Again', endpoint: 'http://bot.example', token: conversation.token }),
      host.log(),
    ];
    expect(JSON.stringify(told)).not.toContain('hidden-token-4711-hidden');
    const { maskedToken } = await conversation.now();
    expect(maskedToken).not.toBe('');
    expect((await host.rpc('bots.addresses', { botId: conversation.id })).token).toBe('hidden-token-4711-hidden');
  });
});
