import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Message } from '#shared/domain/message.ts';
import { httpRequest } from '../fixtures/http-request.ts';
import { answer, bodyOf, type Integrator, startIntegrator } from '../fixtures/integrator.ts';
import type { SeenEvent } from '../fixtures/provider.ts';
import { here } from '../fixtures/public-address.ts';
import type { ContractCase, ContractContext } from './context.ts';
import { type BotShape, botShapes } from './public-shapes/bot-events.ts';
import { type CustomerShape, customerShapes } from './public-shapes/customer-messages.ts';
import { type AnswerShape, answerShapes } from './public-shapes/reply-answers.ts';

let integrating: Promise<Integrator> | undefined;

/** An address on the server of whoever integrates; one server for all cases. */
async function newEndpoint() {
  integrating ??= startIntegrator({ isBackground: true });
  return (await integrating).endpoint(randomUUID());
}

const asBody = (body: object | string): string | Buffer =>
  typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body);

/** Everything in `expected` is in `seen`, with as many messages. */
function assertSeen(seen: readonly Message[], expected: readonly object[]): void {
  assert.equal(seen.length, expected.length, JSON.stringify(seen));
  assert.partialDeepStrictEqual(seen, expected);
}

async function messagesOf({ ok }: ContractContext, chatId: string, from: Message['from']): Promise<readonly Message[]> {
  return (await ok('messages.list', { chatId, limit: 50 })).messages.filter((message) => message.from === from);
}

async function takeCustomerShape(context: ContractContext, shape: CustomerShape): Promise<void> {
  const { ok, newChannel } = context;
  const { id: channelId } = await newChannel();
  const { message } = await ok('channels.addresses', { channelId });
  const { method = 'POST', headers, chunkSize } = shape;
  const request = { method, ...(headers && { headers }), ...(chunkSize !== undefined && { chunkSize }) };
  for (const body of shape.bodies) {
    const answered = await httpRequest(`${here(message)}${shape.path ?? ''}`, { ...request, body: asBody(body) });
    assert.equal(answered.status, shape.status, answered.body);
    assert.ok(answered.body.includes(shape.error ?? '{"result":"ok"}'), answered.body);
  }
  const { chats } = await ok('chats.list', { limit: 50 });
  const [chat, ...more] = chats.filter(({ customer }) => customer.channelId === channelId);
  assert.deepEqual([chat !== undefined, more], [shape.messages.length > 0, []]);
  if (chat === undefined) return;
  assertSeen(await messagesOf(context, chat.id, 'customer'), shape.messages);
  for (const [name, value] of Object.entries(shape.customer ?? {}))
    assert.equal(Reflect.get(chat.customer, name), value, name);
}

async function takeAnswerShape({ ok, write, withWindow }: ContractContext, shape: AnswerShape): Promise<void> {
  const endpoint = await newEndpoint();
  endpoint.react(answer.body(shape.body, shape.status, shape.type));
  const { id: channelId } = await ok('channels.create', { name: 'Public client', endpoint: endpoint.url });
  const { id: chatId } = await write(channelId, 'ann', 'Hello');
  await withWindow(async (window) => {
    await window.hello();
    const { messages } = await ok('chats.reply', { chatId, text: 'Good day' });
    const { message } = await window.waitFor(
      'message.changed',
      ({ message: { id, delivery } }) =>
        id === messages[0]?.id && delivery !== undefined && delivery.state !== 'sending',
    );
    assert.partialDeepStrictEqual(message.delivery, { state: shape.state, ...(shape.error && { error: shape.error }) });
  });
}

async function takeBotShape(context: ContractContext, shape: BotShape): Promise<void> {
  const { ok, write } = context;
  const [inbox, provider] = [await newEndpoint(), await newEndpoint()];
  provider.react((response, _request, raw) => response.end(shape.answer?.(JSON.parse(raw) as SeenEvent) ?? ''));
  const { id: channelId } = await ok('channels.create', { name: 'Public bot', endpoint: inbox.url });
  const name = `Bot ${randomUUID().slice(0, 8)}`;
  const { id: botId } = await ok('bots.create', { name, endpoint: provider.url, channelIds: [channelId] });
  const service = here((await ok('bots.addresses', { botId })).service);
  await ok('operators.setPresence', { presence: 'online' });
  const { id: chatId } = await write(channelId, 'ann', 'Good day');
  const [received] = await provider.waitFor(1);
  for (const event of shape.events(JSON.parse(received?.raw ?? '') as SeenEvent)) {
    const request = { method: 'POST', body: asBody(event), ...(shape.headers && { headers: shape.headers }) };
    const answered = await httpRequest(`${service}${shape.path ?? ''}`, request);
    assert.equal(answered.status, shape.status, answered.body);
    assert.ok(answered.body.includes(shape.error ?? '{"result":"ok"}'), answered.body);
  }
  assertSeen(await messagesOf(context, chatId, 'bot'), shape.messages);
  const sent = await inbox.waitFor(shape.sent.length);
  assert.deepEqual(
    sent.map((each) => bodyOf(each).message.text),
    shape.sent,
  );
  assert.equal((await ok('chats.get', { chatId })).state, shape.state);
}

/** What public clients of both interfaces send and answer, hand-written from how they are built. */
export const publicShapeCases: readonly ContractCase[] = [
  ...customerShapes.map((shape) => ({
    name: `a chat client sends ${shape.name}`,
    run: (context: ContractContext) => takeCustomerShape(context, shape),
  })),
  ...answerShapes.map((shape) => ({
    name: `a chat client answers a reply with ${shape.name}`,
    run: (context: ContractContext) => takeAnswerShape(context, shape),
  })),
  ...botShapes.map((shape) => ({
    name: `a bot sends ${shape.name}`,
    run: (context: ContractContext) => takeBotShape(context, shape),
  })),
];
