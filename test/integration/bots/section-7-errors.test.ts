import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  botConversation,
  botTexts,
  openBot,
  openConversationWith,
  outTurn,
  startStage,
  type Stage,
} from '../../fixtures/bots.ts';
import { allMessages } from '../../fixtures/channels.ts';
import { startHeadless } from '../../fixtures/headless.ts';
import { httpRequest, type RawAnswer } from '../../fixtures/http-request.ts';
import { provides } from '../../fixtures/provider.ts';
import { SMALL_DISK } from '../../fixtures/small-disk.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.stop());

const post = (path: string, body: unknown = {}): Promise<RawAnswer> =>
  httpRequest(`${stage.host.listener}${path}`, { method: 'POST', body: JSON.stringify(body) });

function expectError({ status, json, headers }: RawAnswer, expected: number, code: unknown = expect.any(String)): void {
  expect(status).toBe(expected);
  expect(json()).toEqual({ error: { code, message: expect.stringMatching(/\S/) as string } });
  expect(headers['content-type']).toMatch(/^application\/json\b/);
}

describe.concurrent('7 HTTP status codes of the service', () => {
  test.each([
    ['no event', { id: '1', chat_id: 'CHAT' }, 'event'],
    ['no chat_id but an unknown client_id', { id: '1', event: 'INIT_RATE', client_id: '999999999' }, 'client_id'],
    ['an unknown chat_id', { id: '1', event: 'INVITE_AGENT', chat_id: '999999999' }, 'chat_id'],
    [
      'a client_id that contradicts chat_id',
      { id: '1', event: 'INVITE_AGENT', chat_id: 'CHAT', client_id: '999999999' },
      'client_id',
    ],
  ])('400: wrong request format: %s', async (_name, body, field) => {
    const conversation = await botConversation(stage);
    const text = JSON.stringify(body)
      .replace('"CHAT"', JSON.stringify(conversation.chat.chat_id))
      .replace('"CLIENT"', JSON.stringify(conversation.chat.client_id));
    const refused = await conversation.post(text);
    expectError(refused, 400, 'invalid_request');
    expect((refused.json() as { error: { message: string } }).error.message).toContain(field);
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', askedForPerson: false });
  });

  test.each([[null], [7], [['BOT_MESSAGE']]])('400: an event that is not a string: %j', async (event) => {
    const conversation = await botConversation(stage);
    const refused = await conversation.post({
      id: '1',
      event,
      chat_id: conversation.chatId,
      message: { type: 'TEXT', text: 'Good day' },
    });
    expectError(refused, 400, 'invalid_request');
    expect((refused.json() as { error: { message: string } }).error.message).toContain('event');
    expect(botTexts(await conversation.feed())).toEqual([]);
  });

  test("400: the client_id of a customer other than the chat's", async () => {
    const [one, other] = [await botConversation(stage), await botConversation(stage)];
    const refused = await one.send('BOT_MESSAGE', one.chat, {
      client_id: other.chat.client_id,
      message: { type: 'TEXT', text: 'Good day' },
    });
    expectError(refused, 400, 'invalid_request');
    expect(botTexts(await one.feed())).toEqual([]);
  });

  test('404: endpoint formed incorrectly', async () => {
    const { providerId, token } = await openBot(stage);
    for (const path of [
      '/webhooks',
      '/webhooks/',
      `/webhooks/${providerId}`,
      `/webhooks/${providerId}/`,
      `/webhooks/${providerId}/${token}/more`,
      `/webhook/${providerId}/${token}`,
    ]) {
      expectError(await post(path), 404);
    }
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('405: the method %s is not supported, with Allow', async (method) => {
    const { serviceUrl } = await openBot(stage);
    const refused = await httpRequest(serviceUrl, { method });
    expectError(refused, 405);
    expect(refused.headers.allow).toBe('POST');
  });

  test.each(['CLIENT_MESSAGE', 'TYPING', 'constructor', ''])('405: the event %j is not supported', async (event) => {
    const conversation = await botConversation(stage);
    const { chat_id, client_id } = conversation.chat;
    expectError(
      await conversation.post({ id: '1', event, chat_id, client_id, message: { type: 'TEXT', text: 'Hello' } }),
      405,
    );
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot', askedForPerson: false });
  });
});

test.skipIf(process.platform === 'win32' || inject('postgresUrl') !== undefined)(
  '7 503: server unavailable, while nothing can be stored; what was acknowledged is there',
  { tags: ['thorough'], timeout: 120_000 },
  async () => {
    const provision = {
      channels: [{ name: 'Shop', publicId: 'shop', secret: 'shop-secret-0001' }],
      bots: [
        {
          name: 'FAQ',
          providerId: 'prov-1',
          token: 'faq-token-0001',
          endpoint: stage.provider.address('full-disk').url,
          channels: ['shop'],
          hourlyLimit: 1_000_000,
        },
      ],
    };
    let host = await startHeadless({ provision });
    try {
      await httpRequest(`${host.listener}/shop-secret-0001/shop`, {
        method: 'POST',
        body: '{"sender":{"id":"ann"},"message":{"type":"text","text":"Hello"}}',
      });
      const [chat] = (await host.rpc('chats.list', {})).chats;
      await host.stop();
      host = await host.restart(SMALL_DISK);
      const accepted: string[] = [];
      let refused;
      for (let ordinal = 0; refused === undefined && ordinal < 20_000; ordinal += 1) {
        const text = `${ordinal} ${'x'.repeat(900)}`;
        const event = { id: String(ordinal), event: 'BOT_MESSAGE', chat_id: chat?.id, message: { type: 'TEXT', text } };
        const answered = await httpRequest(`${host.listener}/webhooks/prov-1/faq-token-0001`, {
          method: 'POST',
          body: JSON.stringify(event),
        });
        if (answered.status === 200) accepted.push(text);
        else refused = answered;
      }
      if (refused === undefined) throw new Error('the disk never filled up');
      expectError(refused, 503);
      await host.kill();
      host = await host.restart({ before: undefined, env: undefined });
      const texts = botTexts(await allMessages(host, chat?.id ?? '')).map(({ text }) => text);
      expect(texts).toEqual(accepted);
    } finally {
      await host.remove();
    }
  },
);

describe.concurrent('7 HTTP status codes of the provider', () => {
  test.each([400, 401, 403, 404, 405, 429, 500, 502, 503, 504])(
    '%i is a failed attempt, with its status and the beginning of its response',
    async (code) => {
      const bot = await openBot(stage);
      bot.address.react(provides.status(code, `{"error":{"code":"invalid_request","message":"no ${code}"}}`));
      const { chatId } = await openConversationWith(stage.host, bot);
      const turn = await outTurn(stage.host, chatId, ({ attempts }) => attempts[0]?.status !== undefined);
      expect(turn).toMatchObject({ event: 'CLIENT_MESSAGE', state: 'sending' });
      expect(turn.attempts[0]).toMatchObject({
        status: code,
        answer: expect.stringContaining(`no ${code}`) as string,
        error: { kind: 'status', status: code },
      });
    },
  );
});
