/** @module-tag thorough */
import { setTimeout as passing } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { allMessages } from '../fixtures/channels.ts';
import { freePort } from '../fixtures/free-port.ts';
import { noHaproxy, startHaproxy } from '../fixtures/haproxy.ts';
import { ACCESS_KEY, type Headless, startHeadless } from '../fixtures/headless.ts';
import { consoleClient } from '../fixtures/host-client.ts';
import { type Host, startHost } from '../fixtures/host.ts';
import { acceptingAddress } from '../fixtures/integrator.ts';
import { noPgbouncer, startPgbouncer } from '../fixtures/pgbouncer.ts';
import { noPostgres, type Postgres, startPostgres } from '../fixtures/postgres.ts';

const PATH = '/path-secret-0001/shop';

/** Most milliseconds until a message is in a window at another host. */
const LATEST = 500;

const missing = noPostgres ?? noPgbouncer ?? noHaproxy;

describe.skipIf(missing !== undefined)(`hosts over one database${missing === undefined ? '' : `: ${missing}`}`, () => {
  let server: Postgres;
  let provision: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    server = await startPostgres();
    const endpoint = await acceptingAddress();
    provision = { channels: [{ name: 'Shop', publicId: 'shop', secret: 'path-secret-0001', endpoint }] };
  });
  afterAll(() => server.remove());

  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const send = (listener: string, id: string, customer = 'customer-1') =>
    fetch(listener + PATH, {
      method: 'POST',
      body: JSON.stringify({ sender: { id: customer }, message: { type: 'text', id, text: `text ${id}` } }),
    });

  test('work behind pgbouncer in transaction mode, hear of each other within half a second, and say what is wrong', async () => {
    const bouncer = await startPgbouncer(server.urlOf('postgres'));
    ends.push(bouncer.stop);
    const start = async (name: string): Promise<Host> => {
      const host = await startHost({ provision, database: bouncer.urlOf('postgres'), args: ['--node-name', name] });
      ends.push(host.remove);
      return host;
    };
    const [one, two] = [await start('one'), await start('two')];
    const events = await two.events();
    const delays: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const sentAt = performance.now();
      expect((await send(one.listener, `m-${count}`)).status).toBe(200);
      const { arrivedAt } = await events.waitFor('message.added', ({ message }) => message.text === `text m-${count}`);
      delays.push(arrivedAt - sentAt);
    }
    expect(Math.max(...delays)).toBeLessThan(LATEST);

    const [chat] = (await two.rpc('chats.list', {})).chats;
    const customers = Array.from({ length: 40 }, (_each, at) => `other-${at}`);
    const statuses = await Promise.all(
      customers.flatMap((customer, at) => [
        send(at % 2 === 0 ? one.listener : two.listener, `o-${at}`, customer).then(({ status }) => status),
        one.ask('chats.list', {}).then(({ ok }) => ok),
        two.ask('messages.list', { chatId: chat?.id ?? '' }).then(({ ok }) => ok),
        one.ask('reports.get', { days: 1, timeZone: 'UTC' }).then(({ ok }) => ok),
      ]),
    );
    expect(new Set(statuses)).toEqual(new Set([200, true]));
    expect((await two.rpc('chats.list', { limit: 200 })).chats).toHaveLength(41);
    const { figures } = await one.rpc('reports.get', { days: 1, timeZone: 'UTC' });
    expect(figures.unanswered).toBe(41);

    await vi.waitFor(async () => {
      const { nodes } = await two.rpc('nodes.list', {});
      expect(nodes.map(({ name, listens }) => [name, listens])).toEqual([
        ['one', false],
        ['two', false],
      ]);
    }, 15_000);
  });

  test('behind haproxy lose nothing and refuse nothing while one after the other is replaced', async () => {
    const addressesOf = async () => ({
      listener: `127.0.0.1:${await freePort()}`,
      console: `127.0.0.1:${await freePort()}`,
    });
    const addresses = [await addressesOf(), await addressesOf()] as const;
    const proxy = await startHaproxy(addresses);
    ends.push(proxy.stop);
    const start = async (name: string, at: 0 | 1): Promise<Headless> => {
      const args = ['--node-name', name, '--public-url', proxy.listener, '--drain', '2'];
      const host = await startHeadless({
        provision,
        database: server.urlOf('template1'),
        addresses: addresses[at],
        args,
      });
      ends.push(host.remove);
      return host;
    };
    const hosts = [await start('one', 0), await start('two', 1)];
    const client = consoleClient({ ...proxy, accessUrl: `${proxy.console}/?key=${ACCESS_KEY}` });

    const acknowledged: string[] = [];
    const outcomes = new Map<string, number>();
    const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
    let isOver = false;
    const repeat = async (ask: (round: number) => Promise<string>): Promise<void> => {
      for (let round = 0; !isOver; round += 1) {
        count(await ask(round).catch((error: unknown) => String(error)));
        await passing(5);
      }
    };
    const write = (customer: number) => async (round: number) => {
      const id = `m-${customer}-${round}`;
      const { status } = await send(proxy.listener, id, `customer-${customer}`);
      if (status === 200) acknowledged.push(id);
      return `message ${status}`;
    };
    const look = async () => {
      const answer = await client.ask('chats.list', {});
      return `console ${answer.ok ? 200 : answer.error.code}`;
    };
    const asking = [...[0, 1, 2, 3].map((customer) => repeat(write(customer))), repeat(look), repeat(look)];
    const more = async (): Promise<void> => {
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50), 20_000);
    };
    await more();
    for (const host of hosts) {
      expect(await host.stop()).toBe(0);
      const next = await host.restart();
      ends.push(next.stop);
      await more();
    }
    isOver = true;
    await Promise.all(asking);
    expect([...outcomes.keys()].toSorted()).toEqual(['console 200', 'message 200']);

    const { chats } = await client.rpc('chats.list', {});
    const stored = await Promise.all(
      chats.map(async ({ id }) => {
        const messages = await allMessages(client, id);
        return messages.flatMap(({ from, text }) => (from === 'customer' ? text : [])).join();
      }),
    );
    const sent = Map.groupBy(acknowledged, (id) => id.split('-')[1]);
    expect(stored.toSorted()).toEqual([...sent.values()].map((ids) => ids.map((id) => `text ${id}`).join()).toSorted());
  });
});
