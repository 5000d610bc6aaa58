/** @module-tag thorough */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, type ClusterNode, startCluster } from '../../fixtures/cluster.ts';
import { ACCESS_KEY } from '../../fixtures/headless.ts';
import { acceptingAddress } from '../../fixtures/integrator.ts';
import { noPostgres, type Postgres, startPostgres } from '../../fixtures/postgres.ts';
import { seeded } from '../../fixtures/seeded.ts';
import { signIn } from '../../fixtures/signed-in.ts';

const PAIRS = 1000;

/** Changes something at one node; returns what the next request to another node has to answer, and what it answers. */
type Kind = (at: ClusterNode, to: ClusterNode, count: number) => Promise<readonly [expected: unknown, found: unknown]>;

describe.skipIf(noPostgres !== undefined)('what one node has answered is true at the others', () => {
  let server: Postgres;
  let cluster: Cluster;
  let channelId: string;
  let botId: string;
  let chatId: string;
  beforeAll(async () => {
    server = await startPostgres();
    const endpoint = await acceptingAddress();
    const channels = [{ name: 'Shop', publicId: 'shop', secret: 'path-secret-0001', endpoint, allowPlainHttp: true }];
    cluster = await startCluster(server, { provision: { channels } });
    const host = first().host();
    channelId = (await host.rpc('channels.list', {})).channels[0]?.id ?? '';
    botId = (await host.rpc('bots.create', { name: 'FAQ', endpoint, channelIds: [] })).id;
    await post(first(), '/path-secret-0001/shop', 'first');
    chatId = (await host.rpc('chats.list', {})).chats[0]?.id ?? '';
  });
  afterAll(async () => {
    await cluster.remove();
    await server.remove();
  });

  const first = (): ClusterNode => cluster.nodes[0] as ClusterNode;
  const post = async ({ host }: ClusterNode, path: string, text: string): Promise<number> => {
    const body = JSON.stringify({ sender: { id: 'ann' }, message: { type: 'text', text } });
    return (await fetch(host().listener + path, { method: 'POST', body })).status;
  };
  const pathOf = (address: string): string => new URL(address).pathname;

  const kinds: Readonly<Record<string, Kind>> = {
    'settings of a channel': async (at, to, count) => {
      await at.host().rpc('channels.update', { channelId, name: `Shop ${count}` });
      const { channels } = await to.host().rpc('channels.list', {});
      return [`Shop ${count}`, channels.find(({ id }) => id === channelId)?.name];
    },
    'the name of an operator': async (at, to, count) => {
      await at.host().rpc('operators.update', { name: `Olga ${count}` });
      return [`Olga ${count}`, (await to.host().rpc('operators.me', {})).name];
    },
    presence: async (at, to) => {
      const before = await at.host().rpc('operators.me', {});
      const presence = before.presence === 'online' ? 'away' : 'online';
      await at.host().rpc('operators.setPresence', { presence });
      return [presence, (await to.host().rpc('operators.me', {})).presence];
    },
    'a tag': async (at, to, count) => {
      await at.host().rpc('chats.setTags', { chatId, tags: [`tag ${count}`] });
      const { tags } = await to.host().rpc('tags.list', {});
      return [true, tags.some(({ name }) => name === `tag ${count}`)];
    },
    'a chat that is closed, reopened and taken': async (at, to) => {
      await at.host().rpc('chats.close', { chatId });
      const closed = await to.host().rpc('chats.get', { chatId });
      await to.host().rpc('chats.reopen', { chatId });
      await at.host().rpc('chats.take', { chatId });
      const taken = await to.host().rpc('chats.get', { chatId });
      return [
        ['closed', 'active'],
        [closed.state, taken.state],
      ];
    },
    'a message': async (at, to, count) => {
      const { message } = await to.host().rpc('channels.addresses', { channelId });
      const status = await post(at, pathOf(message), `text ${count}`);
      const { messages } = await to.host().rpc('messages.list', { chatId, limit: 5 });
      return [
        [200, true],
        [status, messages.some(({ text }) => text === `text ${count}`)],
      ];
    },
    'renewed tokens of bots': async (at, to) => {
      const service = async () => pathOf((await at.host().rpc('bots.addresses', { botId })).service);
      const before = await service();
      const send = async (path: string): Promise<number> => {
        const event = { id: crypto.randomUUID(), event: 'BOT_MESSAGE', chat_id: '0' };
        return (await fetch(to.host().listener + path, { method: 'POST', body: JSON.stringify(event) })).status;
      };
      const known = await send(before);
      await at.host().rpc('team.renewAddresses', {});
      const after = await service();
      return [
        [await send(`${before}x`), known],
        [await send(before), await send(after)],
      ];
    },
    'a renewed secret': async (at, to) => {
      const { id } = await at.host().rpc('channels.create', { name: 'Other', endpoint: await acceptingAddress() });
      const before = pathOf((await to.host().rpc('channels.addresses', { channelId: id })).message);
      const statuses = [await post(to, before, 'hello')];
      await at.host().rpc('channels.renewSecret', { channelId: id });
      const after = pathOf((await to.host().rpc('channels.addresses', { channelId: id })).message);
      statuses.push(await post(to, before, 'hello'), await post(to, after, 'hello'));
      await at.host().rpc('channels.remove', { channelId: id });
      return [
        [200, 404, 200, 404],
        [...statuses, await post(to, after, 'hello')],
      ];
    },
    'a device that is signed out': async (at, to) => {
      const browser = await signIn(at.host().console, ACCESS_KEY);
      const sameAt = async () => {
        const answer = await fetch(`${to.host().console}/rpc/operators.me`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: browser.cookie },
          body: '{}',
        });
        return answer.status;
      };
      const before = await sameAt();
      await browser.signOut();
      return [
        [200, 401],
        [before, await sameAt()],
      ];
    },
  };

  test(`${PAIRS} random pairs of nodes: none is stale`, { timeout: 480_000 }, async () => {
    const random = seeded(1);
    const names = Object.keys(kinds);
    const stale: unknown[] = [];
    for (let count = 0; count < PAIRS; count += 1) {
      const at = cluster.random(random);
      const to = cluster.nodes.filter((node) => node !== at)[random(2)] as ClusterNode;
      const name = names[random(names.length)] as string;
      const [expected, found] = (await kinds[name]?.(at, to, count)) ?? [];
      if (JSON.stringify(expected) !== JSON.stringify(found))
        stale.push({ name, at: at.name, to: to.name, expected, found });
    }
    expect(stale).toEqual([]);
  });
});
