/** @module-tag thorough */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as passing } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { PostgresConnection } from '#main/store/postgres/connection.ts';
import { SCHEMA_VERSION } from '#main/store/schema/schema.ts';
import { allMessages } from '../fixtures/channels.ts';
import { startDroppingProxy } from '../fixtures/dropping-proxy.ts';
import { ACCESS_KEY, failToStart, type Headless, type HeadlessOptions, startHeadless } from '../fixtures/headless.ts';
import { noPostgres, type Postgres, spaceIn, startPostgres, throughProxy } from '../fixtures/postgres.ts';
import { bodyOf, startIntegrator, type Integrator } from '../fixtures/integrator.ts';

const PATH = '/path-secret-0001/shop';

describe.skipIf(noPostgres !== undefined)(
  `a host on PostgreSQL${noPostgres === undefined ? '' : `: ${noPostgres}`}`,
  () => {
    let server: Postgres;
    let integrator: Integrator;
    beforeAll(async () => {
      server = await startPostgres({ isDurable: true });
      integrator = await startIntegrator();
    });
    afterAll(async () => {
      await integrator.stop();
      await server.remove();
    });

    let space: ReturnType<typeof spaceIn>;
    let endpoint: ReturnType<Integrator['endpoint']>;
    let options: HeadlessOptions;
    const hosts: Headless[] = [];
    beforeEach(async () => {
      space = spaceIn(server.urlOf('postgres'));
      await space.create();
      endpoint = integrator.endpoint(crypto.randomUUID());
      const channels = [{ name: 'Shop', publicId: 'shop', secret: 'path-secret-0001', endpoint: endpoint.url }];
      options = { provision: { channels }, database: space.url, args: ['--node-name', 'one'] };
    });
    afterEach(async () => {
      await Promise.all(hosts.splice(0).map((host) => host.remove()));
    });

    const start = async (changed: Partial<HeadlessOptions> = {}): Promise<Headless> => {
      const host = await startHeadless({ ...options, ...changed });
      hosts.push(host);
      return host;
    };
    const again = async (host: Headless): Promise<Headless> => {
      const next = await host.restart();
      hosts.push(next);
      return next;
    };
    const send = (host: Headless, id: string, customer = 'customer-1') =>
      fetch(host.listener + PATH, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: customer }, message: { type: 'text', id, text: `text ${id}` } }),
      });
    const inDatabase = async <T>(work: (db: PostgresConnection) => Promise<T>): Promise<T> => {
      const db = new PostgresConnection(space.url);
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    };

    test('takes a message in, delivers the reply, and has both after a restart, in another data folder, too', async () => {
      const host = await start();
      expect((await send(host, 'm-1')).status).toBe(200);
      const [chat] = (await host.rpc('chats.list', {})).chats;
      const chatId = chat?.id ?? '';
      await host.rpc('chats.take', { chatId });
      await host.rpc('chats.reply', { chatId, text: 'a reply' });
      await vi.waitFor(() => expect(endpoint.received.map((each) => bodyOf(each).message.text)).toContain('a reply'));
      expect(await host.stop()).toBe(0);
      const second = await start();
      expect((await allMessages(second, chatId)).map(({ text }) => text)).toEqual(
        expect.arrayContaining(['text m-1', 'a reply']),
      );
    });

    test('names itself in every answer of both servers, and is ready', async () => {
      const host = await start();
      const answers = await Promise.all(
        [host.listener, host.console].flatMap((url) =>
          ['/', '/ready', '/nothing/here', '/%zz'].map((path) => fetch(url + path)),
        ),
      );
      answers.push(await fetch(host.listener, { method: 'UNHEARD' }));
      expect(answers.map(({ headers }) => headers.get('x-counterbell-node'))).toEqual(answers.map(() => 'one'));
      const socket = new WebSocket(`${host.console.replace('http', 'ws')}/events`, {
        headers: { authorization: `Bearer ${ACCESS_KEY}` },
      });
      const [{ headers }] = (await once(socket, 'upgrade')) as [IncomingMessage];
      socket.close();
      expect(headers['x-counterbell-node']).toBe('one');
      expect(answers.filter(({ url }) => url.endsWith('/ready')).map(({ status }) => status)).toEqual([200, 200]);
      expect(await (await fetch(`${host.listener}/ready`)).text()).toBe('{"status":"ok"}');
    });

    test('is no longer ready while it stops, but answers what is under way', async () => {
      const host = await start();
      const upload = request(`${host.console}/rpc/chats.list`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ACCESS_KEY}`, 'content-length': 2 },
      });
      upload.write('{');
      const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
      await vi.waitFor(async () => expect((await fetch(`${host.console}/ready`)).status).toBe(200));
      const stopped = host.stop();
      await vi.waitFor(async () => expect((await fetch(`${host.listener}/ready`)).status).toBe(503));
      upload.end('}');
      expect((await answered)[0].statusCode).toBe(200);
      expect(await stopped).toBe(0);
    });

    test('ends soon when it is stopped while the database does not answer', { timeout: 60_000 }, async () => {
      const network = await startDroppingProxy(server.socket);
      const host = await start({ database: throughProxy(space.url, network.url) });
      expect((await send(host, 'm-1')).status).toBe(200);
      network.freeze();
      const unanswered = send(host, 'm-2').catch(() => undefined);
      const since = performance.now();
      expect(await host.stop()).toBe(0);
      // It has to notice first.
      expect(performance.now() - since).toBeLessThan(15_000);
      expect((await unanswered)?.status).not.toBe(200);
      await network.stop();
    });

    test('keeps the password of the database out of its log and of the list of processes', async () => {
      const database = space.url.replace('counterbell@', 'counterbell:pass-w0rd@');
      const host = await start({ database, args: ['--log-level', 'debug'] });
      expect(readFileSync(`/proc/${host.process.pid}/cmdline`, 'latin1')).not.toContain('pass-w0rd');
      await server.kill();
      await send(host, 'm-1');
      await server.start();
      expect(host.log()).toContain('a store request failed');
      expect(host.log()).not.toContain('pass-w0rd');
    });

    test('refuses a second host of its name while it lives; takes over from one that was killed', async () => {
      const host = await start();
      const second = await failToStart({ ...options, args: ['--node-name', 'one', '--log-level', 'silent'] });
      expect(second).toEqual({
        code: 1,
        stderr:
          'Counterbell cannot start: another host, "one", is running on this database; stop it, or give this one a --node-name.\n',
      });
      expect((await send(host, 'm-1')).status).toBe(200);
      await host.kill();
      expect((await send(await again(host), 'm-2')).status).toBe(200);
    });

    test('a host that was frozen until another took it for dead starts again beside that one', async () => {
      const host = await start();
      const second = await start({ args: ['--node-name', 'two'] });
      const nodes = async () =>
        (await second.rpc('nodes.list', {})).nodes.map(({ name, leads }) => [name, leads] as const);
      expect(await nodes()).toEqual([
        ['one', true],
        ['two', false],
      ]);
      host.process.kill('SIGSTOP');
      await vi.waitFor(async () => expect(await nodes()).toEqual([['two', true]]), 20_000);
      host.process.kill('SIGCONT');
      await vi.waitFor(
        async () =>
          expect(await nodes()).toEqual([
            ['one', false],
            ['two', true],
          ]),
        20_000,
      );
      await vi.waitFor(async () => expect((await fetch(`${host.listener}/ready`)).status).toBe(200), 20_000);
      expect((await send(host, 'm-1')).status).toBe(200);
      expect((await second.rpc('chats.list', {})).chats).toHaveLength(1);
    });

    describe('refuses to start, with one line,', () => {
      const quiet = ['--log-level', 'silent'];
      const refusal = async (changed: Partial<HeadlessOptions>) => {
        const { code, stderr } = await failToStart({ ...options, args: quiet, ...changed });
        expect(code).toBe(1);
        expect(stderr).toMatch(/^Counterbell cannot start: [^\n]+\n$/);
        return stderr;
      };

      test('without a key of 32 bytes, and with a wrong one', async () => {
        for (const vaultKey of ['', 'a passphrase'])
          expect(await refusal({ vaultKey })).toContain('COUNTERBELL_KEY, 32 bytes in base64');
        await (await start()).stop();
        expect(await refusal({ vaultKey: Buffer.alloc(32, 1).toString('base64') })).toContain('with another key');
      });

      test('of a newer Counterbell', async () => {
        await (await start()).stop();
        await inDatabase((db) => db.run`UPDATE schema_version SET version = ${SCHEMA_VERSION + 1}`);
        expect(await refusal({})).toContain('newer Counterbell');
      });

      test('without a connection, the database, or the rights to create tables', async () => {
        expect(await refusal({ database: 'postgres://shop@127.0.0.1:1/none' })).toContain('doesn’t answer');
        expect(await refusal({ database: server.urlOf('none') })).toContain('database "none" does not exist');
        await inDatabase(async (db) => {
          const schema = await db.value<string>`SELECT current_schema()`;
          await db.exec(`CREATE ROLE visitor LOGIN; GRANT USAGE ON SCHEMA ${schema} TO visitor`);
        });
        const visitor = space.url.replace('counterbell@', 'visitor@');
        expect(await refusal({ database: visitor })).toContain('PostgreSQL refuses: permission denied for schema');
      });

      test('where fsync is off', async () => {
        await inDatabase(async (db) => {
          await db.exec('ALTER SYSTEM SET fsync = off');
          await db.run`SELECT pg_reload_conf()`;
        });
        try {
          expect(await refusal({})).toContain('fsync=off');
        } finally {
          await inDatabase(async (db) => {
            await db.exec('ALTER SYSTEM RESET fsync');
            await db.run`SELECT pg_reload_conf()`;
          });
        }
      });

      test('with what needs a computer of its own', async () => {
        const settings = {
          connection: { way: 'tunnel', tunnel: { kind: 'cloudflare', cloudflare: { mode: 'quick' } } },
        };
        expect(await refusal({ provision: { settings } })).toContain('tunnels');
        const bots = [{ name: 'FAQ', providerId: 'p-1', token: 'token-of-the-bot-1', channels: [] }];
        expect(await refusal({ provision: { bots } })).toContain('no test bot');
      });
    });

    test('refuses in the console what needs a computer of its own', async () => {
      const host = await start();
      const outcome = async (route: string, input: unknown) => {
        const answer = await host.ask(route, input);
        return answer.ok ? 'done' : answer.error.code;
      };
      for (const [route, input] of [
        ['backups.make', { withMedia: false }],
        ['backups.change', { every: 'day' }],
        ['bots.create', { name: 'FAQ' }],
        ['connection.change', { way: 'lan' }],
        ['connection.change', { own: { fromNetwork: true } }],
        ['connection.renewAuthority', {}],
        ['remoteAccess.change', { on: true }],
      ] as const)
        expect([route, await outcome(route, input)]).toEqual([route, 'not_offered']);
      expect(await outcome('setup.finish', {})).toBe('done');
      expect((await host.rpc('backups.list', {})).settings.every).toBe('never');
    });

    test('has no backup fall due, even of a shop that had them made before it moved here', async () => {
      await (await start()).stop();
      const backups = JSON.stringify({ every: 'day', since: 1 });
      await inDatabase(
        (db) => db.run`
          INSERT INTO settings (name, value) VALUES ('backups', ${backups})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      );
      const { settings, nextAt } = await (await start()).rpc('backups.list', {});
      expect([settings.every, nextAt]).toEqual(['day', undefined]);
    });

    test('loses nothing that it acknowledged while the database is restarted and the host is killed', async () => {
      let host = await start({ env: { COUNTERBELL_METRICS_TOKEN: 'token-for-prometheus-0001' } });
      const acknowledged = new Set<string>();
      const statuses = new Set<number>();
      let isOver = false;
      const post = async (customer: number): Promise<void> => {
        for (let count = 0; !isOver; count += 1) {
          const id = `m-${customer}-${count}`;
          const status = await send(host, id, `customer-${customer}`).then(
            (answer) => answer.status,
            () => 0,
          );
          statuses.add(status);
          if (status === 200) acknowledged.add(id);
          else await passing(20);
        }
      };
      const posting = Array.from({ length: 8 }, (_each, customer) => post(customer));
      const more = async (): Promise<void> => {
        const before = acknowledged.size;
        await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 50), 20_000);
      };
      await more();
      await server.kill();
      await vi.waitFor(async () => {
        for (const url of [host.listener, host.console]) expect((await fetch(`${url}/ready`)).status).toBe(503);
      }, 5_000);
      const metrics = await fetch(`${host.console}/metrics`, {
        headers: { authorization: 'Bearer token-for-prometheus-0001' },
      });
      const said = await metrics.text();
      expect([metrics.status, said.includes('counterbell_ready 0'), said.includes('chats_open')]).toEqual([
        200,
        true,
        false,
      ]);
      await server.start();
      await vi.waitFor(async () => expect((await fetch(`${host.listener}/ready`)).status).toBe(200), 10_000);
      await more();
      expect(statuses).toEqual(new Set([200, 503]));
      await host.kill();
      host = await again(host);
      await more();
      isOver = true;
      await Promise.all(posting);
      const texts = await inDatabase((db) => db.column<string>`SELECT text FROM messages WHERE text LIKE 'text m-%'`);
      const stored = new Set(texts);
      expect([...acknowledged].filter((id) => !stored.has(`text ${id}`))).toEqual([]);
      expect(texts).toHaveLength(stored.size);
    });
  },
);
