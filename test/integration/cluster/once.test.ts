/** @module-tag thorough */
import { setTimeout as passing } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NetworkEdge, SYSTEM_EDGE } from '#main/outgoing/address-guard.ts';
import { PostgresConnection } from '#main/store/postgres/connection.ts';
import { botOf, reported, type TestBot } from '../../fixtures/bots.ts';
import { trustCertificate } from '../../fixtures/certificates.ts';
import { allMessages, channelByPublicId, openChannel } from '../../fixtures/channels.ts';
import { type Host, startHost } from '../../fixtures/host.ts';
import { bodyOf, startIntegrator, type Integrator } from '../../fixtures/integrator.ts';
import { noPostgres, type Postgres, spaceIn, startPostgres } from '../../fixtures/postgres.ts';
import { openToCustomers } from '../../fixtures/public-address.ts';
import { startProvider, type Provider } from '../../fixtures/provider.ts';
import { type PushService, startPushService } from '../../fixtures/push-service.ts';
import { signIn } from '../../fixtures/signed-in.ts';

const NODES = 3;
/** A minute’s worth; five minutes’ may come at once. */
const NEW_CHATS_A_MINUTE = 4;
const NEW_CHATS = 5 * NEW_CHATS_A_MINUTE;
/** Milliseconds in which whatever another node would do as well would have been done. */
const LATE = 2_500;

describe.skipIf(noPostgres !== undefined)(`with ${NODES} nodes`, () => {
  let server: Postgres;
  let integrator: Integrator;
  let provider: Provider;
  let service: PushService;
  let distrust: () => void;
  let nodes: readonly Host[];
  let db: PostgresConnection;
  beforeAll(async () => {
    distrust = trustCertificate();
    [server, integrator, provider, service] = await Promise.all([
      startPostgres(),
      startIntegrator(),
      startProvider(),
      startPushService(),
    ]);
    const space = spaceIn(server.urlOf('postgres'));
    await space.create();
    db = new PostgresConnection(space.url);
    // The push service, on this computer, is on the internet.
    const pushEdge: NetworkEdge = { ...SYSTEM_EDGE, kindOf: () => 'public' };
    const limits = { newChatsPerChannel: NEW_CHATS_A_MINUTE };
    const provision = { settings: { connection: { limits } } };
    const start = (name: string): Promise<Host> =>
      startHost({ database: space.url, args: ['--node-name', name], pushEdge, provision });
    const first = await start('node-1');
    await first.rpc('operators.setPresence', { presence: 'online' });
    nodes = [first, ...(await Promise.all(['node-2', 'node-3'].map(start)))];
  });
  afterAll(async () => {
    await db.close();
    await Promise.all(nodes.map((node) => node.remove()));
    await Promise.all([integrator.stop(), provider.stop(), service.stop(), server.remove()]);
    distrust();
  });

  const node = (index: number): Host => nodes[index % NODES] ?? expect.unreachable();
  const endpointOf = (name: string) => integrator.endpoint(name);

  /** A channel as each node has it. */
  const openEverywhere = async (endpoint: string) => {
    const { publicId } = await openChannel(node(0), { endpoint });
    return await Promise.all(nodes.map((host) => channelByPublicId(host, publicId)));
  };
  /** Customers who wrote, each to another node; the ids of their chats. */
  const chatsOf = async (channels: Awaited<ReturnType<typeof openEverywhere>>, customers: readonly string[]) => {
    const ids: string[] = [];
    for (const [index, customer] of customers.entries()) {
      const channel = channels[index % NODES] ?? expect.unreachable();
      await channel.say(customer, 'Hello');
      ids.push((await channel.chatOf(JSON.stringify(customer))).id);
    }
    return ids;
  };

  test('a scheduled reply is sent once', async () => {
    const endpoint = endpointOf('scheduled');
    const chatIds = await chatsOf(await openEverywhere(endpoint.url), ['ann', 'ben', 'cid', 'dan', 'eve', 'fay']);
    const sendAt = Date.now() + 1_000;
    for (const [index, chatId] of chatIds.entries()) {
      await node(index).rpc('chats.take', { chatId });
      await node(index + 1).rpc('replies.schedule', { chatId, text: `later ${chatId}`, sendAt: sendAt + index * 100 });
    }
    await endpoint.waitFor(chatIds.length, (received) => bodyOf(received).message.type === 'text');
    await passing(LATE);
    const texts = endpoint.replies().map((received) => bodyOf(received).message.text ?? '');
    expect(texts.toSorted()).toEqual(chatIds.map((chatId) => `later ${chatId}`).toSorted());
  });

  test('a quiet chat is closed once', async () => {
    const chatIds = await chatsOf(await openEverywhere(endpointOf('quiet').url), ['ann', 'ben', 'cid']);
    for (const chatId of chatIds) await node(0).rpc('chats.reply', { chatId, text: 'Good day' });
    await db.run`UPDATE chats SET last_activity_at = last_activity_at - ${2 * 60 * 60 * 1000}`;
    await node(1).rpc('hours.update', { autoClose: 1 });
    const ends = async (chatId: string) =>
      reported(await allMessages(node(2), chatId)).filter(({ kind }) => kind === 'closed_by_silence');
    for (const chatId of chatIds)
      await expect.poll(async () => (await ends(chatId)).length, { timeout: 10_000 }).toBe(1);
    await passing(LATE);
    for (const chatId of chatIds) expect(await ends(chatId)).toHaveLength(1);
    await node(1).rpc('hours.update', { autoClose: 0 });
  });

  const botsEverywhere = async (name: string, fields: object): Promise<readonly TestBot[]> => {
    const inbox = endpointOf(name);
    const channels = await openEverywhere(inbox.url);
    const address = provider.address(name);
    const channelIds = [channels[0]?.id ?? ''];
    const { id } = await node(0).rpc('bots.create', { name, endpoint: address.url, channelIds, ...fields });
    return await Promise.all(
      nodes.map((host, index) => botOf(host, id, { address, inbox, channel: channels[index] ?? expect.unreachable() })),
    );
  };

  test('a chat of a silent bot is handed over once', async () => {
    const bots = await botsEverywhere('silent', { silenceSeconds: 1 });
    const chatIds = await chatsOf(
      bots.map(({ channel }) => channel),
      ['ann', 'ben', 'cid'],
    );
    const handOvers = async (chatId: string) =>
      reported(await allMessages(node(1), chatId)).filter(({ kind }) => kind === 'handed_over');
    for (const chatId of chatIds)
      await expect.poll(async () => (await handOvers(chatId)).length, { timeout: 15_000 }).toBe(1);
    await passing(LATE);
    for (const chatId of chatIds) expect(await handOvers(chatId)).toHaveLength(1);
  });

  test('a bot’s requests in an hour count over all nodes', async () => {
    const bots = await botsEverywhere('busy', { silenceSeconds: 0, hourlyLimit: 10 });
    const [first] = bots;
    await first?.channel.say('ann', 'Hello');
    const { seen } = (await first?.address.next('CLIENT_MESSAGE')) ?? expect.unreachable();
    const statuses: number[] = [];
    for (let count = 0; count < 13; count += 1) {
      const message = { type: 'TEXT', text: `text ${count}`, timestamp: 1_790_000_000 };
      statuses.push((await bots[count % NODES]?.send('BOT_MESSAGE', seen, { message }))?.status ?? 0);
    }
    expect(statuses.map((status) => status === 200)).toEqual(Array.from({ length: 13 }, (_none, at) => at < 10));
  });

  test('new chats of a channel count over all nodes', async () => {
    const channels = await openEverywhere(endpointOf('flood').url);
    // What cannot be reached from outside has no limits.
    await openToCustomers(node(0));
    const statuses: number[] = [];
    for (let count = 0; count < NEW_CHATS + 4; count += 1) {
      const body = { sender: { id: `new-${count}` }, message: { type: 'text', text: 'Hello' } };
      statuses.push((await channels[count % NODES]?.post(body))?.status ?? 0);
    }
    const accepted = statuses.filter((status) => status === 200).length;
    // The minute goes on meanwhile.
    expect([accepted >= NEW_CHATS && accepted <= NEW_CHATS + 2, statuses.at(-1)]).toEqual([true, 429]);
  });

  test('a closed browser is notified once', async () => {
    const { chats } = await node(0).rpc('chats.list', { filter: 'open', limit: 200 });
    for (const { id: chatId } of chats) await node(0).rpc('chats.close', { chatId });
    const { accessKey } = await node(0).rpc('operators.add', { name: 'Maria' });
    const phone = await signIn(node(1).console, accessKey);
    const browser = service.subscribe();
    await phone.rpc('push.subscribe', { ...browser.target, language: 'en', withWords: true });
    await phone.rpc('operators.setPresence', { presence: 'online' });
    const channels = await openEverywhere(endpointOf('pushed').url);
    await channels[2]?.say('ann', 'Is the red kettle in stock?');
    expect((await browser.next()).notice.body).toBe('Is the red kettle in stock?');
    await passing(LATE);
    expect(browser.received).toHaveLength(1);
  });
});
