import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChannel, type TestChannel } from '../fixtures/channels.ts';
import { type Host, startHost } from '../fixtures/host.ts';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly raw: string;
  readonly body: { readonly id: string; readonly event: string } & Readonly<Record<string, unknown>>;
}

const received: Received[] = [];
let status = 200;
let refused = 0;
const server = createServer((request, response) => {
  void text(request).then((raw) => {
    if (status === 200) received.push({ headers: request.headers, raw, body: JSON.parse(raw) as Received['body'] });
    else refused += 1;
    response.writeHead(status).end();
  });
});

let host: Host;
let channel: TestChannel;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  host = await startHost();
  channel = await openChannel(host);
});
afterAll(async () => {
  await host.remove();
  server.close();
});

const told = () => received.map(({ body: { event, message, rating } }) => [event, message ?? rating]);

test('a webhook is told everything once, in order and signed, also what happened while its server was away, over a restart', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chats`;
  const { id: webhookId } = await host.rpc('webhooks.add', { url });
  const { key } = await host.rpc('webhooks.key', { webhookId });
  await channel.say('anna', 'Where is my parcel?');
  const { id: chatId } = await channel.chatOf('"anna"');
  await expect.poll(() => received.length).toBe(2);

  status = 503;
  await host.rpc('chats.note', { chatId, text: 'Nobody else reads this' });
  await host.rpc('chats.reply', { chatId, text: 'It is on its way' });
  await channel.say('anna', 'Thank you');
  await expect.poll(() => refused).toBeGreaterThan(0);
  expect((await host.rpc('webhooks.list', {})).webhooks).toMatchObject([{ waiting: 2, isOn: true }]);
  await host.stop();
  status = 200;
  host = await host.restart();
  await host.rpc('chats.close', { chatId });
  await expect.poll(() => received.length).toBe(5);

  expect(told()).toMatchObject([
    ['chat.opened', undefined],
    ['message.added', { from: 'customer', text: 'Where is my parcel?' }],
    ['message.added', { from: 'operator', text: 'It is on its way', authorName: 'Olga' }],
    ['message.added', { from: 'customer', text: 'Thank you' }],
    ['chat.closed', undefined],
  ]);
  expect(new Set(received.map(({ body }) => body.id)).size).toBe(5);
  for (const { headers, raw } of received) {
    const hmac = createHmac('sha256', key).update(`${headers['x-counterbell-timestamp'] as string}.${raw}`);
    expect(headers['x-counterbell-signature']).toBe(`v1=${hmac.digest('hex')}`);
  }
  const { entries } = await host.rpc('journal.list', {});
  expect(entries.filter(({ kind }) => kind === 'webhook').map(({ outcome }) => outcome)).toContain('failed');
  expect((await host.rpc('webhooks.list', {})).webhooks).toMatchObject([{ waiting: 0 }]);
});

test('it is told only what it wants, and nothing once it is off; what waited is gone with an erased customer', async () => {
  channel = await openChannel(host);
  const [webhook] = (await host.rpc('webhooks.list', {})).webhooks;
  const webhookId = webhook?.id ?? '';
  const { key } = await host.rpc('webhooks.key', { webhookId });
  await host.rpc('webhooks.renewKey', { webhookId });
  expect((await host.rpc('webhooks.key', { webhookId })).key).not.toBe(key);
  await host.rpc('webhooks.change', { webhookId, events: ['chat.closed'] });
  received.length = 0;
  await channel.say('bob', 'Hello');
  const { id: chatId, customer } = await channel.chatOf('"bob"');
  await host.rpc('chats.close', { chatId });
  await expect.poll(told).toEqual([['chat.closed', undefined]]);

  status = 503;
  await host.rpc('chats.reopen', { chatId });
  await host.rpc('chats.close', { chatId });
  const waiting = async () => (await host.rpc('webhooks.list', {})).webhooks[0]?.waiting;
  expect(await waiting()).toBe(1);
  const { name: confirmation } = await host.rpc('privacy.previewErase', { customerId: customer.id });
  await host.rpc('privacy.eraseCustomer', { customerId: customer.id, confirmation });
  await expect.poll(waiting).toBe(0);
  await host.rpc('webhooks.change', { webhookId, isOn: false });
  await channel.say('carl', 'Hello');
  await host.rpc('chats.close', { chatId: (await channel.chatOf('"carl"')).id });
  expect(await waiting()).toBe(0);
});

test.each([
  ['is not encrypted', { url: 'http://crm.example/chats' }, 'endpoint_not_allowed'],
  ['is none', { url: 'ftp://crm.example' }, 'invalid_input'],
])('an address that %s is refused', async (_case, input, code) => {
  await expect(host.rpc('webhooks.add', input)).rejects.toMatchObject({ code });
});
