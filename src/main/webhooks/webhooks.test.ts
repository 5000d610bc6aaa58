import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onlyNode } from '#main/store/nodes.ts';
import { openSettings } from '#main/settings/settings.ts';
import { acting } from '../../../test/fixtures/acts.ts';
import { createFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts';
import { type MemoryStore, openUsualStore } from '../../../test/fixtures/memory-store.ts';
import { plainVault } from '../../../test/fixtures/plain-settings.ts';
import { receiveNew } from '../../../test/fixtures/received-message.ts';
import { startWebhooks } from './webhooks.ts';

const DAY = 24 * 60 * 60 * 1000;

let attempts = 0;
let status = 503;
const server = createServer((request, response) => {
  attempts += 1;
  request.resume().on('end', () => response.writeHead(status).end());
});
let store: MemoryStore;
let clock: FakeClock;
let webhooks: ReturnType<typeof startWebhooks>;
let webhookId: string;
let chatId: string;

beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
afterAll(() => void server.close());
beforeEach(async () => {
  [attempts, status] = [0, 503];
  store = await openUsualStore();
  clock = createFakeClock();
  const log = pino({ level: 'silent' });
  const settings = await openSettings({ store, clock, vault: plainVault, publish: ({ answer }) => answer, log });
  webhooks = startWebhooks({
    store: { ...store, nodes: onlyNode() },
    ...{ settings, clock, log, touch: () => undefined, on: () => () => undefined, onMoved: () => () => undefined },
    ...{ journal: { add: () => undefined }, version: '1.0.0', vaultKey: Buffer.alloc(32) },
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  ({ id: webhookId } = await webhooks.calls['webhooks.add']({ url, allowPlainHttp: false }));
  chatId = await receiveNew(store);
});
afterEach(() => webhooks.stop());

const reply = async (): Promise<void> => {
  const context = {
    ...acting('olga', clock.wall()),
    webhooks: [{ id: webhookId, events: ['message.added' as const] }],
  };
  await store.write('chats.reply', { chatId, text: 'It is on its way' }, context);
};
const found = async () => (await webhooks.calls['webhooks.list']()).webhooks[0];
/** so many attempts failed in all, and the next has its time */
const turnedAway = (count: number): Promise<void> =>
  vi.waitFor(() => expect([attempts, clock.waiting()]).toEqual([count, 1]), { timeout: 10_000 });
const turnAway = async (count: number): Promise<void> => {
  while (attempts < count) await clock.advance(1000);
  await turnedAway(count);
};

test('a webhook whose server takes nothing for a day is switched off, and forgets what waits', async () => {
  await reply();
  webhooks.resume();
  await turnedAway(1);
  // A weekend's sleep, and no network when it wakes.
  clock.set(3 * DAY);
  for (let count = 2; count < 12; count += 1) await turnAway(count);
  expect(await found()).toMatchObject({ isOn: true, waiting: 1 });
  const before = clock.wall();
  await clock.advance(600_000);
  await vi.waitFor(async () => expect(await found()).toMatchObject({ isOn: false, waiting: 0 }), { timeout: 10_000 });
  expect((await found())?.stoppedAt).toBeGreaterThan(before);
  expect(clock.waiting()).toBe(0);

  status = 200;
  await webhooks.calls['webhooks.change']({ webhookId, isOn: true });
  expect((await found())?.stoppedAt).toBeUndefined();
  await reply();
  webhooks.resume();
  await vi.waitFor(async () => expect(await found()).toMatchObject({ isOn: true, waiting: 0 }), { timeout: 10_000 });
  expect(attempts).toBe(13);
});

test('a webhook whose server takes nothing for less than a day stays on, however often it is asked', async () => {
  await reply();
  webhooks.resume();
  await turnedAway(1);
  clock.set(DAY - 14 * 600_000);
  for (let count = 2; count < 14; count += 1) await turnAway(count);
  expect(await found()).toMatchObject({ isOn: true, waiting: 1 });
});

test.each([
  ['takes nothing', 503, 1],
  ['takes them too slowly', 200, 100],
])('a webhook for which too much waits is switched off, also if its server %s', async (_how, answered, times) => {
  status = answered;
  await reply();
  await store.db.inTurn(async () => {
    for (let count = 0; count < 10_100; count += 1)
      await store.db.run`INSERT INTO webhook_events (webhook_id, chat_id, body, at) VALUES (${webhookId}, 1, '{}', 0)`;
  });
  webhooks.resume();
  await vi.waitFor(async () => expect(await found()).toMatchObject({ isOn: false, waiting: 0 }), { timeout: 10_000 });
  expect(attempts).toBe(times);
});
