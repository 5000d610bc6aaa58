/** @module-tag thorough */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Cluster, type ClusterNode, startCluster } from '../../fixtures/cluster.ts';
import { connectEvents } from '../../fixtures/event-stream.ts';
import { bodyOf, startIntegrator, type Integrator, type Received } from '../../fixtures/integrator.ts';
import { noPostgres, type Postgres, startPostgres } from '../../fixtures/postgres.ts';
import { startProvider, type Provider } from '../../fixtures/provider.ts';
import { rpcRequest } from '../../fixtures/rpc.ts';
import { openVisitor } from '../../fixtures/visitor.ts';

/** Milliseconds after a kill within which what the node did goes on, and what it had is gone. */
const LANES_GO_ON = 8_000;
const VISITORS_GONE = 10_000;
const WINDOWS_AWAY = 60_000;

describe.skipIf(noPostgres !== undefined)('when a node is killed', () => {
  let server: Postgres;
  let integrator: Integrator;
  let provider: Provider;
  let cluster: Cluster;
  beforeAll(async () => {
    [server, integrator, provider] = await Promise.all([startPostgres(), startIntegrator(), startProvider()]);
    const channels = [
      { name: 'Shop', publicId: 'shop', secret: 'path-secret-0001', endpoint: integrator.endpoint('shop').url },
      { name: 'Desk', publicId: 'desk', secret: 'path-secret-0002', endpoint: integrator.endpoint('desk').url },
    ].map((channel) => ({ ...channel, allowPlainHttp: true }));
    const bot = { name: 'FAQ', providerId: 'provider-1', token: 'token-of-the-bot-0001', allowPlainHttp: true };
    const endpoint = provider.address('bot').url;
    const bots = [{ ...bot, endpoint, channels: ['shop'], silenceSeconds: 0 }];
    cluster = await startCluster(server, { provision: { channels, bots } });
    await cluster.nodes[0]?.host().rpc('channels.create', { name: 'Website', kind: 'site', publicId: 'website' });
  });
  afterAll(async () => {
    await cluster.remove();
    await Promise.all([integrator.stop(), provider.stop(), server.remove()]);
  });

  let count = 0;
  let name: string;
  beforeEach(() => {
    name = `customer-${(count += 1)}`;
  });
  const write = async ({ host }: ClusterNode, path: string, text: string): Promise<void> => {
    const body = JSON.stringify({ sender: { id: name }, message: { type: 'text', text } });
    expect((await fetch(host().listener + path, { method: 'POST', body })).status).toBe(200);
  };
  const other = (than: ClusterNode): ClusterNode => cluster.nodes.find((node) => node !== than) ?? expect.unreachable();

  for (const [which, choose] of [
    ['the one that leads', () => cluster.leader()],
    ['another', async () => (await cluster.others())[0] ?? expect.unreachable()],
  ] as const)
    test(
      `${which}: replies and a bot’s events go on, its visitors are gone, its operators away`,
      { timeout: 120_000 },
      async () => {
        const dying = await choose();
        const at = other(dying);
        const desk = integrator.endpoint('desk');
        const bot = provider.address('bot');
        await write(dying, '/path-secret-0002/desk', 'Hello');
        const [chat] = (await at.host().rpc('chats.list', { filter: 'waiting' })).chats;
        const chatId = chat?.id ?? '';
        await at.host().rpc('chats.take', { chatId });
        const { operator, accessKey } = await at.host().rpc('operators.add', { name: `Boris ${count}` });
        const window = await connectEvents(dying.host().console, { authorization: `Bearer ${accessKey}` });
        await rpcRequest(dying.host().console, accessKey, 'operators.setPresence', { presence: 'online' });
        const visitor = await openVisitor(dying.host().listener, 'website');
        await visitor.next('welcome');
        const visitorsHere = async () => (await at.host().rpc('visitors.list', {})).here;
        await expect.poll(visitorsHere, { timeout: 5_000 }).toBe(1);
        const isAvailable = async () => {
          const { operators } = await at.host().rpc('operators.list', {});
          return operators.find(({ id }) => id === operator.id)?.available;
        };
        expect(await isAvailable()).toBe(true);

        const killedAt = performance.now();
        const since = (): number => performance.now() - killedAt;
        await dying.host().kill();
        await at.host().rpc('chats.reply', { chatId, text: `a reply to ${name}` });
        await write(at, '/path-secret-0001/shop', `a question of ${name}`);
        await desk.waitFor(1, (received) => bodyOf(received).message.text === `a reply to ${name}`);
        await bot.next('CLIENT_MESSAGE', ({ message }) => message?.text === `a question of ${name}`);
        expect(since()).toBeLessThan(LANES_GO_ON);
        await expect.poll(visitorsHere, { timeout: VISITORS_GONE - since(), interval: 200 }).toBe(0);
        const restarted = dying.start();
        await expect.poll(isAvailable, { timeout: WINDOWS_AWAY - since(), interval: 500 }).toBe(false);
        await restarted;
        window.close();
        await visitor.leave();
      },
    );

  test(
    'what the next one cannot read at first goes on as soon as it can, and in order',
    { timeout: 60_000 },
    async () => {
      const dying = await cluster.leader();
      const others = cluster.nodes.filter((node) => node !== dying);
      const at = other(dying);
      await write(at, '/path-secret-0002/desk', 'Hello');
      const [chat] = (await at.host().rpc('chats.list', { filter: 'waiting' })).chats;
      const chatId = chat?.id ?? '';
      await at.host().rpc('chats.take', { chatId });
      await dying.host().kill();
      await at.host().rpc('chats.reply', { chatId, text: 'the first' });
      await cluster.inDatabase((db) => db.exec('ALTER TABLE deliveries RENAME TO away'));
      const logs = () => others.map(({ host }) => host().log()).join('');
      await expect.poll(logs, { timeout: 20_000 }).toContain('taking up what the last node left');
      await cluster.inDatabase((db) => db.exec('ALTER TABLE away RENAME TO deliveries'));
      const since = performance.now();
      await at.host().rpc('chats.reply', { chatId, text: 'the second' });
      const texts = ['the first', 'the second'];
      const isReply = (received: Received): boolean => texts.includes(bodyOf(received).message.text ?? '');
      const sent = await integrator.endpoint('desk').waitFor(2, isReply);
      expect(performance.now() - since).toBeLessThan(LANES_GO_ON);
      expect(sent.map((each) => bodyOf(each).message.text)).toEqual(texts);
      await dying.start();
    },
  );
});
