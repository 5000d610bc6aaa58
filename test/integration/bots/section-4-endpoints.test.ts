import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  botConversation,
  botTexts,
  openBot,
  openConversationWith,
  outTurn,
  startStage,
  type Stage,
} from '../../fixtures/bots.ts';
import { channelByPublicId } from '../../fixtures/channels.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { provides } from '../../fixtures/provider.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  await openToCustomers(stage.host);
});

afterAll(() => stage.stop());

/** Characters with a meaning in URLs. */
const AWKWARD = 'a/b?c#d%2Fe&f+g:h@i;j';

describe.concurrent('4.1 Service endpoint (provider to service)', () => {
  test('POST {bot_url}/webhooks/{provider_id}/<token>', async () => {
    const bot = await openBot(stage, { providerId: `prov-${Date.now()}`, token: 'my-token-0001' });
    expect(bot.serviceUrl).toBe(`${stage.host.listener}/webhooks/${bot.providerId}/my-token-0001`);
    const { chat, feed } = await openConversationWith(stage.host, bot);
    const event = {
      id: '1',
      event: 'BOT_MESSAGE',
      client_id: chat.client_id,
      chat_id: chat.chat_id,
      message: { type: 'TEXT', text: 'Good day', timestamp: 1_790_000_000 },
    };
    expect((await httpRequest(bot.serviceUrl, { method: 'POST', body: JSON.stringify(event) })).status).toBe(200);
    expect(botTexts(await feed()).map(({ text }) => text)).toEqual(['Good day']);
  });

  test('generated provider_ids and tokens are unguessable segments of an address', async () => {
    const [one, other] = [await openBot(stage), await openBot(stage)];
    expect(one.providerId).toMatch(/^[A-Za-z0-9._~-]{6,64}$/);
    expect(one.providerId).not.toBe(other.providerId);
    expect(one.token.length).toBeGreaterThanOrEqual(16);
    expect(one.token).not.toBe(other.token);
  });

  test('a token with characters that have a meaning in URLs', async () => {
    const bot = await openBot(stage, { token: AWKWARD });
    expect(decodeURIComponent(bot.serviceUrl.split('/').at(-1) ?? '')).toBe(AWKWARD);
    const { chat } = await openConversationWith(stage.host, bot);
    await bot.say(chat, 'Good day');
  });

  test.each([
    ['BOT_MESSAGE', { message: { type: 'TEXT', text: 'Good day' } }],
    ['INVITE_AGENT', {}],
    ['CLIENT_INFO', { client: { name: 'Ann' } }],
    ['INIT_RATE', {}],
  ] as const)('Payload: a JSON event of a provider-to-service type: %s', async (event, fields) => {
    const conversation = await botConversation(stage);
    const { status, json, headers } = await conversation.send(event, conversation.chat, {
      client_id: conversation.chat.client_id,
      ...fields,
    });
    expect([status, json()]).toEqual([200, { result: 'ok' }]);
    expect(headers['content-type']).toMatch(/^application\/json\b/);
  });
});

describe.concurrent('4.2 Provider endpoint (service to provider)', () => {
  test('POST <provider_endpoint>/<token>', async () => {
    const bot = await openBot(stage, { token: 'my-token-0002' });
    const { first } = await openConversationWith(stage.host, bot);
    expect([first.method, first.url]).toEqual(['POST', `${new URL(bot.address.url).pathname}/my-token-0002`]);
  });

  test('an endpoint with a query keeps it after the token; one with a trailing slash gets no second one', async () => {
    const queried = stage.provider.address('queried', '?key=1&to=bot');
    const bot = await openBot(stage, { endpoint: queried.url, token: 'my-token-0003' });
    await bot.channel.say('ann', 'Hello');
    expect((await queried.next('CLIENT_MESSAGE')).url).toBe('/queried/my-token-0003?key=1&to=bot');
    const slashed = stage.provider.address('slashed');
    const other = await openBot(stage, { endpoint: `${slashed.url}/`, token: 'my-token-0004' });
    await other.channel.say('ann', 'Hello');
    expect((await slashed.next('CLIENT_MESSAGE')).url).toBe('/slashed/my-token-0004');
  });

  test('a token with characters that have a meaning in URLs is one segment of the path', async () => {
    const bot = await openBot(stage, { token: `${AWKWARD}!` });
    const { first } = await openConversationWith(stage.host, bot);
    const parts = first.url.split('/');
    expect(parts).toHaveLength(3);
    expect(decodeURIComponent(parts[2] ?? '')).toBe(`${AWKWARD}!`);
  });

  test('Payload: JSON, with its length', async () => {
    const { first } = await botConversation(stage);
    expect(first.headers['content-type']).toMatch(/^application\/json\b/);
    expect(first.headers['content-length']).toBe(String(Buffer.byteLength(first.raw)));
  });

  test.each([200, 201, 202, 204])('Response %i: success', async (code) => {
    const bot = await openBot(stage);
    bot.address.react(provides.status(code));
    const { chatId } = await openConversationWith(stage.host, bot);
    const turn = await outTurn(stage.host, chatId, ({ state }) => state !== 'sending');
    expect(turn).toMatchObject({ event: 'CLIENT_MESSAGE', state: 'delivered', attempts: [{ status: code }] });
    expect(turn.attempts).toHaveLength(1);
  });

  test('success counts when the headers arrive, before the response ends', async () => {
    const bot = await openBot(stage);
    bot.address.react(provides.headersOnly);
    const conversation = await openConversationWith(stage.host, bot);
    await conversation.write('Second');
    const { seen } = await bot.address.next('CLIENT_MESSAGE', ({ message }) => message?.text === 'Second');
    expect(seen.chat_id).toBe(conversation.chatId);
    expect(bot.address.attempts()).toHaveLength(2);
    expect(await conversation.chatNow()).toMatchObject({ state: 'bot' });
  });
});

describe('bots in a provision file', () => {
  test('work as described, and are unchanged when it is applied again', async () => {
    const given = stage.provider.address('provisioned');
    const provision = {
      channels: [{ name: 'Shop app', publicId: 'shop-1', secret: 'path-secret' }],
      bots: [
        {
          name: 'FAQ',
          providerId: 'prov-1',
          token: 'faq-token-0001',
          endpoint: given.url,
          channels: ['shop-1'],
          hourlyLimit: 77,
          silenceSeconds: 5,
        },
      ],
    };
    const own = await startStage({ provision });
    try {
      const { bots } = await own.host.rpc('bots.list', {});
      expect(bots).toMatchObject([
        {
          name: 'FAQ',
          providerId: 'prov-1',
          endpoint: given.url,
          hourlyLimit: 77,
          silenceSeconds: 5,
          enabled: true,
          state: 'working',
          allowPlainHttp: false,
        },
      ]);
      expect(JSON.stringify(bots)).not.toContain('faq-token-0001');
      const channel = await channelByPublicId(own.host, 'shop-1');
      expect(bots[0]?.channelIds).toEqual([channel.id]);
      await channel.say('ann', 'Hello');
      const { seen, url } = await given.next('CLIENT_MESSAGE');
      expect(url).toBe('/provisioned/faq-token-0001');
      const event = {
        id: '1',
        event: 'BOT_MESSAGE',
        chat_id: seen.chat_id,
        message: { type: 'TEXT', text: 'Good day' },
      };
      expect(
        (
          await httpRequest(`${own.host.listener}/webhooks/prov-1/faq-token-0001`, {
            method: 'POST',
            body: JSON.stringify(event),
          })
        ).status,
      ).toBe(200);
      await own.host.stop();
      const again = await own.host.restart();
      expect((await again.rpc('bots.list', {})).bots.map(({ id, channelIds }) => [id, channelIds])).toEqual(
        bots.map(({ id, channelIds }) => [id, channelIds]),
      );
      await again.stop();
    } finally {
      await own.stop();
    }
  });
});
