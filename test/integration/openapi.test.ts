import { readFileSync } from 'node:fs';
import { OpenAPIClientAxios, type OpenAPIClient } from 'openapi-client-axios';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBot, startStage, type Stage, type TestBot } from '../fixtures/bots.ts';

const document = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as OpenAPIV3_1.Document;

/** A generic client that knows only docs/openapi.json. */
let client: OpenAPIClient;
let stage: Stage;
let bot: TestBot;
let channel: { readonly secret: string; readonly channelPublicId: string };

beforeAll(async () => {
  stage = await startStage();
  bot = await openBot(stage);
  const [, secret = '', channelPublicId = ''] = new URL(bot.channel.messageUrl).pathname.split('/');
  channel = { secret, channelPublicId };
  const api = new OpenAPIClientAxios({
    definition: document,
    withServer: { url: stage.host.listener },
    axiosConfigDefaults: { validateStatus: () => true },
  });
  client = await api.init();
});
afterAll(() => stage.stop());

const call = (
  operation: string,
  parameters: Readonly<Record<string, string>>,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) => {
  const operate = client[operation];
  if (operate === undefined) throw new Error(`the client has no ${operation}`);
  return operate(parameters, body, { headers });
};

/** The document's responses of an operation. */
function answersOf(operationId: string): Record<string, unknown> {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => [item?.get, item?.post]);
  return operations.find((operation) => operation?.operationId === operationId)?.responses ?? {};
}

test('a client generated from the file requests the status, writes as a customer and posts as a bot', async () => {
  expect(await call('channelStatus', channel)).toMatchObject({ status: 200, data: 1 });
  const written = await call('sendCustomerMessage', channel, {
    sender: { id: 'anna' },
    message: { type: 'text', text: 'Is it in stock?' },
  });
  expect(written).toMatchObject({ status: 200, data: { result: 'ok' } });
  const { seen } = await bot.address.next('CLIENT_MESSAGE');
  const { chat_id, client_id } = seen;
  const event = {
    id: 'e-1',
    event: 'BOT_MESSAGE',
    chat_id,
    client_id,
    message: { type: 'TEXT', text: 'Yes, three left.' },
  };
  const said = await call('sendProviderEvent', { providerId: bot.providerId, token: bot.token }, event);
  expect(said).toMatchObject({ status: 200, data: { result: 'ok' } });
  const [reply] = await bot.inbox.waitFor(1, ({ raw }) => raw.includes('Yes, three left.'));
  expect(reply).toBeDefined();
});

test.each([
  ['a wrong secret', 'channelStatus', 404, 'not_found', () => call('channelStatus', { ...channel, secret: 'wrong' })],
  [
    'no sender id',
    'sendCustomerMessage',
    400,
    'invalid_request',
    () => call('sendCustomerMessage', channel, { sender: {}, message: { type: 'text', text: 'x' } }),
  ],
  [
    'a compressed body',
    'sendCustomerMessage',
    415,
    'unsupported_media_type',
    () => call('sendCustomerMessage', channel, {}, { 'content-encoding': 'gzip' }),
  ],
  [
    'too large a body',
    'sendCustomerMessage',
    413,
    'payload_too_large',
    () => call('sendCustomerMessage', channel, { padding: 'x'.repeat(257 * 1024) }),
  ],
  [
    'a wrong token',
    'sendProviderEvent',
    401,
    'invalid_client',
    () => call('sendProviderEvent', { providerId: bot.providerId, token: 'wrong' }, {}),
  ],
  [
    'another token in the header',
    'sendProviderEvent',
    401,
    'unauthorized_client',
    () =>
      call(
        'sendProviderEvent',
        { providerId: bot.providerId, token: bot.token },
        {},
        { authorization: 'Bearer wrong' },
      ),
  ],
  [
    'an unknown event',
    'sendProviderEvent',
    405,
    'method_not_allowed',
    () => call('sendProviderEvent', { providerId: bot.providerId, token: bot.token }, { event: 'DANCE', chat_id: '1' }),
  ],
  [
    'an unknown chat',
    'sendProviderEvent',
    400,
    'invalid_request',
    () =>
      call(
        'sendProviderEvent',
        { providerId: bot.providerId, token: bot.token },
        { event: 'INIT_RATE', chat_id: '987654' },
      ),
  ],
])('%s is answered as documented', async (_what, operation, status, code, ask) => {
  const answer = await ask();
  expect(answer).toMatchObject({ status, data: { error: { code } } });
  expect(Object.keys(answersOf(operation))).toContain(String(status));
  expect(typeof (answer.data as { error: { message: unknown } }).error.message).toBe('string');
});
