/** @module-tag thorough */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../../fixtures/cluster.ts';
import { channelByPublicId, type TestChannel } from '../../fixtures/channels.ts';
import { acceptingAddress } from '../../fixtures/integrator.ts';
import { noPostgres, type Postgres, startPostgres } from '../../fixtures/postgres.ts';
import { seeded } from '../../fixtures/seeded.ts';

const STEPS = 300;
const CUSTOMERS = 4;

describe.skipIf(noPostgres !== undefined)('windows of different nodes', () => {
  let server: Postgres;
  let cluster: Cluster;
  let channels: readonly TestChannel[];
  beforeAll(async () => {
    server = await startPostgres();
    const endpoint = await acceptingAddress();
    const provided = [{ name: 'Shop', publicId: 'shop', secret: 'path-secret-0001', endpoint, allowPlainHttp: true }];
    cluster = await startCluster(server, { provision: { channels: provided } });
    channels = await Promise.all(cluster.nodes.map(({ host }) => channelByPublicId(host(), 'shop')));
  });
  afterAll(async () => {
    await cluster.remove();
    await server.remove();
  });

  test('see the same states of a customer’s chats in the same order, whichever nodes change it at the same time', async () => {
    const windows = await Promise.all(cluster.nodes.map(({ host }) => host().events()));
    const random = seeded(1);
    const customers = Array.from({ length: CUSTOMERS }, (_none, at) => JSON.stringify(`customer-${at}`));
    for (const customer of customers) await channels[0]?.say(String(JSON.parse(customer)), 'Hello');
    const chatNow = (customer: string | undefined): string => {
      for (const { name, data } of windows[0]?.received.toReversed() ?? [])
        if (name === 'message.added' && data.chat.customer.externalId === customer) return data.chat.id;
      return '';
    };
    const act = async (customer: number, step: number): Promise<void> => {
      const { host } = cluster.random(random);
      const chatId = chatNow(customers[customer]);
      const acts = [
        () => channels[random(channels.length)]?.say(`customer-${customer}`, `text ${step}`),
        () => host().ask('chats.take', { chatId, over: true }),
        () => host().ask('chats.reply', { chatId, text: `reply ${step}` }),
        () => host().ask('chats.close', { chatId }),
        () => host().ask('chats.reopen', { chatId }),
        () => host().ask('chats.markRead', { chatId }),
      ];
      await acts[random(acts.length)]?.();
    };
    for (let step = 0; step < STEPS; step += CUSTOMERS)
      // Two at a time change the same chat.
      await Promise.all(Array.from({ length: 2 * CUSTOMERS }, (_none, at) => act(at % CUSTOMERS, step)));
    for (const [customer, channel] of channels.entries()) await channel.say(`customer-${customer}`, 'the last');
    await channels[0]?.say('customer-3', 'the last');
    const seen = await Promise.all(
      windows.map(async ({ waitFor, received }) => {
        for (const customer of customers)
          await waitFor(
            'message.added',
            ({ message, chat }) => chat.customer.externalId === customer && message.text === 'the last',
          );
        return customers.map((customer) =>
          received.flatMap(({ name, data }) =>
            (name === 'chat.changed' || name === 'message.added') && data.chat.customer.externalId === customer
              ? [
                  [
                    name,
                    data.chat.id,
                    data.chat.state,
                    data.chat.unanswered,
                    data.chat.lastActivityAt,
                    data.chat.lastMessage?.text,
                  ],
                ]
              : [],
          ),
        );
      }),
    );
    const [first] = seen;
    expect(first?.filter((states) => states.length > STEPS / CUSTOMERS)).toHaveLength(CUSTOMERS);
    for (const other of seen) expect(other).toEqual(first);
    for (const window of windows) window.close();
  });
});
