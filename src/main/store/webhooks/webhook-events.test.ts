import { beforeEach, expect, test } from 'vitest';
import { acting } from '../../../../test/fixtures/acts.ts';
import { type MemoryStore, openUsualStore } from '../../../../test/fixtures/memory-store.ts';
import { receiveNew } from '../../../../test/fixtures/received-message.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/contract/webhooks.ts';

let store: MemoryStore;
beforeEach(async () => {
  store = await openUsualStore();
});

const wanting = (id: string, events: readonly WebhookEvent[]) => ({ id, events: [...events] });
const by = (webhooks: readonly ReturnType<typeof wanting>[]) => ({ ...acting('olga', 2500), webhooks });

/** Takes all that a webhook is told. */
async function told(webhookId: string) {
  const bodies: Record<string, unknown>[] = [];
  for (;;) {
    const next = await store.read('nextWebhookEvent', { webhookId });
    if (next === undefined) return bodies;
    bodies.push(JSON.parse(next.body) as Record<string, unknown>);
    await store.write('endWebhookEvent', { sequence: next.sequence });
  }
}

test('each webhook is told what it wants, in order: messages and closes, neither notes nor what is only a line', async () => {
  const chatId = await receiveNew(store);
  const context = by([wanting('all', WEBHOOK_EVENTS), wanting('closes', ['chat.closed'])]);
  await store.write('chats.note', { chatId, text: 'Nobody else reads this' }, context);
  await store.write('chats.take', { chatId, over: false }, context);
  await store.write('chats.reply', { chatId, text: 'Hello' }, context);
  await store.write('chats.close', { chatId }, context);
  await store.write('chats.close', { chatId }, context);
  expect(await store.read('countWebhookEvents')).toEqual([
    { webhookId: 'all', waiting: 2, waitingSince: 2500 },
    { webhookId: 'closes', waiting: 1, waitingSince: 2500 },
  ]);
  expect(await told('closes')).toMatchObject([{ event: 'chat.closed', chat: { id: chatId, state: 'closed' } }]);
  expect(await told('all')).toMatchObject([
    { event: 'message.added', message: { text: 'Hello', from: 'operator' }, chat: { id: chatId, state: 'active' } },
    { event: 'chat.closed' },
  ]);
  expect(await store.read('countWebhookEvents')).toEqual([]);
});

test('a chat that an operator begins is new, one that is reopened is not', async () => {
  const first = await receiveNew(store);
  const { customer } = await store.read('chats.get', { chatId: first }, acting('olga'));
  await store.write('chats.close', { chatId: first }, acting('olga', 2000));
  const context = by([wanting('all', WEBHOOK_EVENTS)]);
  await store.write('chats.reopen', { chatId: first }, context);
  expect(await told('all')).toEqual([]);
  await store.write('chats.close', { chatId: first }, acting('olga', 2100));
  await store.write('chats.begin', { customerId: customer.id, text: 'It is here' }, context);
  expect((await told('all')).map(({ event }) => event)).toEqual(['chat.opened', 'message.added']);
});

test('nothing is queued while no webhook is on; what waits goes with the webhook', async () => {
  const chatId = await receiveNew(store);
  await store.write('chats.reply', { chatId, text: 'Hello' }, acting('olga', 2000));
  expect(await store.read('countWebhookEvents')).toEqual([]);
  await store.write('chats.close', { chatId }, by([wanting('one', WEBHOOK_EVENTS), wanting('other', WEBHOOK_EVENTS)]));
  await store.write('dropWebhookEvents', { webhookId: 'one' });
  expect(await told('one')).toEqual([]);
  expect(await told('other')).toHaveLength(1);
});
