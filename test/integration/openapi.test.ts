import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { botConversation, openBot, startStage, type BotConversation, type Stage } from '../fixtures/bots.ts';
import { httpRequest, type RawAnswer, type RawRequest } from '../fixtures/http-request.ts';
import { openToCustomers } from '../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../fixtures/rating-page.ts';
import { bodyOf } from '../fixtures/integrator.ts';
import document from '../../docs/openapi.json' with { type: 'json' };

interface Answer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}
type Operation = { readonly responses: Readonly<Record<string, Answer>> };
type Paths = Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;

let stage: Stage;
/** a chat that its bot has */
let chat: BotConversation;

beforeAll(async () => {
  stage = await startStage();
  await openToCustomers(stage.host);
  chat = await botConversation(stage);
});
afterAll(() => stage.stop());

/** A body's schema in the document. */
function schema(name: string): z.ZodType {
  const found = (document.components.schemas as Record<string, unknown>)[name];
  return z.fromJSONSchema(found as Parameters<typeof z.fromJSONSchema>[0]);
}

const hello = { sender: { id: 'anna' }, message: { type: 'text', text: 'Is it in stock?' } };
const media = { file: 'https://cdn.example/lamp', file_name: 'lamp', file_size: 41 };
/** A message of every type, with required fields only. */
const customerMessages = [
  { type: 'text', text: 'Is it in stock?' },
  ...['photo', 'sticker'].map((type) => ({ type, ...media })),
  ...['video', 'audio', 'voice', 'document'].map((type) => ({ type, file: media.file })),
  { type: 'location', latitude: 52.52, longitude: 13.405 },
  { type: 'typein' },
  { type: 'typeout' },
].map((message) => ({ sender: hello.sender, message }));
const ask = () => ({ event: 'INIT_RATE', chat_id: chat.chatId });
/** An event of every kind, with required fields only. */
const providerEvents = () => [
  ...[
    { type: 'TEXT', text: 'Yes' },
    { type: 'MARKDOWN', content: '**Yes**', text: 'Yes' },
    { type: 'BUTTONS', title: 'Which one?', buttons: [{ text: 'Green' }] },
  ].map((message) => ({ event: 'BOT_MESSAGE', chat_id: chat.chatId, message })),
  { event: 'CLIENT_INFO', client_id: chat.chat.client_id, client: { email: 'anna@example.com' } },
  ask(),
];

const status = (request: RawRequest = {}, url = chat.channel.statusUrl) => httpRequest(url, request);
const write = (body: object = hello, request: RawRequest = {}, url = chat.channel.messageUrl) =>
  httpRequest(url, { method: 'POST', body: JSON.stringify(body), ...request });
const act = (body: object = ask(), request: RawRequest = {}) => chat.post(body, request);
const zipped = { headers: { 'content-encoding': 'gzip' } };
const wrongSecret = (url: string) => url.replace(/\/[^/]+(\/[^/]+(\/status)?)$/, '/wrong$1');
const large = { padding: 'x'.repeat(257 * 1024) };

/** Sends it until it is refused, while one address may send one request a second. */
async function untilLimited(request: () => Promise<RawAnswer>): Promise<RawAnswer> {
  await stage.host.rpc('connection.change', { limits: { perAddress: 1 } });
  try {
    for (let count = 0; count < 200; count += 1) {
      const answer = await request();
      if (answer.status !== 200) return answer;
    }
    throw new Error('200 requests were not limited');
  } finally {
    await stage.host.rpc('connection.change', { limits: { perAddress: 0 } });
  }
}

async function whileLocked(request: () => Promise<RawAnswer>): Promise<RawAnswer> {
  using other = new DatabaseSync(join(stage.host.dataDir, 'counterbell.db'));
  other.exec('BEGIN IMMEDIATE');
  return await request();
}

/** A request that gets each documented answer, by path, method and status. */
const requests: Readonly<Record<string, () => Promise<RawAnswer>>> = {
  '/{secret}/{channelPublicId}/status get 200': () => status(),
  '/{secret}/{channelPublicId}/status get 404': () => status({}, wrongSecret(chat.channel.statusUrl)),
  '/{secret}/{channelPublicId}/status get 405': () => status({ method: 'POST', body: '{}' }),
  '/{secret}/{channelPublicId}/status get 415': () => status(zipped),
  '/{secret}/{channelPublicId}/status get 429': () => untilLimited(status),
  '/{secret}/{channelPublicId} post 200': () => write(),
  '/{secret}/{channelPublicId} post 400': () => write({ ...hello, sender: {} }),
  '/{secret}/{channelPublicId} post 404': () => write(hello, {}, wrongSecret(chat.channel.messageUrl)),
  '/{secret}/{channelPublicId} post 405': () => write(hello, { method: 'PUT' }),
  '/{secret}/{channelPublicId} post 413': () => write(large),
  '/{secret}/{channelPublicId} post 415': () => write(hello, zipped),
  '/{secret}/{channelPublicId} post 429': () => untilLimited(write),
  '/{secret}/{channelPublicId} post 503': () => whileLocked(write),
  '/webhooks/{providerId}/{token} post 200': () => act(),
  '/webhooks/{providerId}/{token} post 400': () => act({ ...ask(), chat_id: '987654' }),
  '/webhooks/{providerId}/{token} post 401': () => act(ask(), { headers: { authorization: 'Bearer wrong' } }),
  '/webhooks/{providerId}/{token} post 403': async () => (await openBot(stage)).post(ask()),
  '/webhooks/{providerId}/{token} post 405': () => act({ ...ask(), event: 'DANCE' }),
  '/webhooks/{providerId}/{token} post 413': () => act(large),
  '/webhooks/{providerId}/{token} post 415': () => act(ask(), zipped),
  '/webhooks/{providerId}/{token} post 429': () => untilLimited(act),
  '/webhooks/{providerId}/{token} post 503': () => whileLocked(act),
};

const documented = Object.entries(document.paths as unknown as Paths).flatMap(([path, methods]) =>
  (['get', 'post'] as const).flatMap((method) =>
    Object.entries(methods[method]?.responses ?? {}).map(
      ([code, answer]) => [`${path} ${method} ${code}`, Number(code), answer] as const,
    ),
  ),
);

test('every documented answer has a request here', () => {
  expect(documented.map(([name]) => name)).toEqual(Object.keys(requests));
});

test.each(documented)('%s is what the listener answers', async (name, code, { headers = {}, content }) => {
  const answer = await requests[name]?.();
  expect(answer?.status).toBe(code);
  const { $ref } = content['application/json'].schema;
  expect(schema($ref.replace('#/components/schemas/', '')).parse(answer?.json())).toEqual(answer?.json());
  for (const header of Object.keys(headers)) expect(Number(answer?.headers[header.toLowerCase()])).toBeGreaterThan(0);
});

/** The paths of all fields of a body. */
function fieldsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...fieldsOf(inner, [...path, name])]);
}

function without<Value>(value: Value, [name = '', ...rest]: readonly string[]): Value {
  const copy = structuredClone(value);
  if (rest.length === 0) Reflect.deleteProperty(copy as object, name);
  else Reflect.set(copy as object, name, without(Reflect.get(copy as object, name), rest));
  return copy;
}

test.each([
  ['CustomerMessage', () => customerMessages, write],
  ['ProviderEvent', providerEvents, act],
])('%s requires the same fields as the service', async (name, bodies, send) => {
  const documentedBody = schema(name);
  for (const body of bodies()) {
    expect(documentedBody.safeParse(body).error).toBeUndefined();
    expect((await send(body)).body).toBe('{"result":"ok"}');
    for (const field of fieldsOf(body)) {
      const lacking = without(body, field);
      // Which of two ids an event has is not in its schema.
      if (field[0] === 'chat_id') continue;
      const { status: code } = await send(lacking);
      expect([field, code]).toEqual([field, documentedBody.safeParse(lacking).success ? 200 : 400]);
    }
  }
});

test('what integrations and providers receive fits the document', async () => {
  const { host } = stage;
  const conversation = await botConversation(stage);
  const { chatId, address, inbox } = conversation;
  await host.rpc('operators.setPresence', { presence: 'away' });
  await conversation.send('INVITE_AGENT', conversation.chat);
  await address.next('AGENT_UNAVAILABLE');
  await host.rpc('operators.setPresence', { presence: 'online' });
  await conversation.send('INIT_RATE', conversation.chat);
  const [asked] = await inbox.waitFor(1, ({ raw }) => raw.includes('/rating/'));
  await (await openRatingPage(ratingLink(bodyOf(asked).message.text))).rate(5, 'Quick and kind');
  await address.next('CLIENT_RATED');
  await host.rpc('chats.close', { chatId });
  await address.next('CHAT_CLOSED');
  await host.rpc('chats.take', { chatId: chat.chatId });
  await host.rpc('chats.typing', { chatId: chat.chatId, typing: true });
  await chat.inbox.waitFor(1, ({ raw }) => raw.includes('typein'));
  const events = address.attempts().map(({ raw }) => JSON.parse(raw) as { readonly event: string });
  expect(new Set(events.map(({ event }) => event)).size).toBe(4);
  for (const event of events) expect(schema('ServiceEvent').parse(event)).toEqual(event);
  const received = [...inbox.received, ...chat.inbox.received].map(({ raw }) => JSON.parse(raw) as unknown);
  for (const body of received) expect(schema('AgentMessage').parse(body)).toEqual(body);
});
